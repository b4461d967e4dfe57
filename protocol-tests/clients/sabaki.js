// Sabaki's sequence of calls through its library: attach an engine, set up a position, analyze, interrupt, generate moves,
// go back in the tree.

const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const engine = new Controller(process.argv[2], ['--memory', '8'])
const tracker = new ControllerStateTracker(engine)

const play = (color, vertex) => ({name: 'play', args: [color, vertex]})
const position = (...history) => ({komi: 6.5, boardsize: [9, 9], history})

// Sabaki stops an analysis with a command that does nothing.
async function abort() {
  if (engine.busy) await engine.sendCommand({name: 'protocol_version'})
}

function queue(command, subscriber) {
  abort()
  return tracker.queueCommand(command, subscriber)
}

async function attach() {
  engine.start()
  const [name, , version, list] = await Promise.all(
    ['name', 'version', 'protocol_version', 'list_commands'].map((name) => engine.sendCommand({name})),
  )
  assert.equal(name.content, 'Tengen')
  assert.equal(version.content, '2')
  return list.content.split('\n')
}

// Splits a line of analysis as Sabaki does.
function variations(line) {
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map((part) => part.match(/^(.*?) pv ((?:[A-HJ-T][0-9]+|pass)(?: (?:[A-HJ-T][0-9]+|pass))*)$/i))
    .filter((match) => match != null)
    .map(([, keys]) => Object.fromEntries([...keys.matchAll(/(\S+) (\S+)/g)].map(([, key, value]) => [key, value])))
}

async function analyze(name) {
  const lines = []
  const enough = new Promise((resolve) => {
    queue({name, args: ['B', '10']}, ({line}) => {
      lines.push(...variations(line))
      if (lines.length > 2) resolve()
    })
  })
  await enough
  await abort()
  const winrates = lines.map(({winrate}) => Number(winrate))
  const [least, most] = name.startsWith('kata') ? [0, 1] : [0, 10000]
  assert(winrates.every((winrate) => least <= winrate && winrate <= most), `${name}: ${winrates}`)
  assert(lines.every(({move, visits}) => move != null && Number(visits) >= 0), name)
}

async function main() {
  const commands = await attach()
  for (const name of ['kata-analyze', 'lz-analyze', 'lz-genmove_analyze', 'set_free_handicap', 'undo', 'komi']) {
    assert(commands.includes(name), name)
  }
  assert(!commands.includes('analyze'), 'Sabaki reads the winrates of analyze on another scale')
  await tracker.sync(position(play('B', 'E5'), play('W', 'C3'), play('B', 'G7')))
  await analyze('kata-analyze')
  await analyze('lz-analyze')
  // Another branch of the tree: undo, then different moves.
  await tracker.sync(position(play('B', 'E5'), play('W', 'D3')))
  const shown = await queue({name: 'list_stones', args: ['white']})
  assert.equal(shown.content, 'D3')
  await queue({name: 'limits', args: ['nodes', '20']})
  const moved = []
  await queue({name: 'lz-genmove_analyze', args: ['B', '10']}, ({line}) => {
    if (line.startsWith('play ')) moved.push(line)
  })
  assert.equal(moved.length, 1, moved)
  const answer = await queue({name: 'genmove', args: ['W']})
  assert.match(answer.content, /^([A-HJ][1-9]|pass|resign)$/i)
  // A position with a handicap on another board.
  await tracker.sync({komi: 0.5, boardsize: [13, 13], history: [{name: 'set_free_handicap', args: ['D4', 'K10']}]})
  await analyze('kata-analyze')
  assert.equal((await queue({name: 'boardsize', args: ['40']})).error, true)
  await engine.stop()
  console.log('sabaki: ok')
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
