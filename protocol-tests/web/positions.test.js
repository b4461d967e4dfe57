// The position that the page shows before the engine has been loaded, compared with the engine's.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { defaultConfig, GAMES, startPosition, vertex } from './page-modules.js';
import { PROGRAM } from './server.js';

/** Returns the engine's replies to commands. @param {string[]} commands */
function replies(commands) {
  const { stdout } = spawnSync(PROGRAM, ['gtp', '--model', 'none'], { input: `${commands.join('\n')}\n`, encoding: 'utf8' });
  return stdout.split('\n\n').map((reply) => reply.replace(/^= ?/, '').trim());
}

test('every game starts as the engine starts it, under all rules and on all boards', () => {
  for (const [game, { rules, sizes, leastSize, isFromTop }] of Object.entries(GAMES)) {
    const all = rules.flatMap((rule) => [...sizes, leastSize, 25].filter((size) => size <= (game === 'go' ? 25 : 20)).map((size) => ({ rule, size })));
    for (const { rule, size } of all.length > 0 ? all : [{ rule: '', size: 8 }]) {
      const config = { ...defaultConfig(game), rules: rule, width: size, height: size };
      const setRules = rule ? [game === 'go' ? `kata-set-rules ${rule}` : `rule ${rule}`] : [];
      const [board, side, legal, forbidden] = replies([`set_game ${game}`, ...setRules, `boardsize ${size}`, 'gogui-rules_board', 'gogui-rules_side_to_move', 'gogui-rules_legal_moves', rule === 'renju' ? 'forbidden' : 'name']).slice(2 + setRules.length);
      const rows = board.split(/\s+/);
      const start = startPosition(config);
      const where = `${game} ${rule} ${size}`;
      assert.equal(start.stones, (isFromTop ? rows.reverse() : rows).join(''), where);
      assert.equal(side, start.toMove === 'b' ? 'black' : 'white', where);
      const moves = [...start.legal].map((point) => vertex(point, config).toLowerCase());
      assert.deepEqual(moves.sort(), legal.toLowerCase().split(/\s+/).sort(), where);
      assert.equal(rule === 'renju' ? forbidden : '', '', where);
    }
  }
});
