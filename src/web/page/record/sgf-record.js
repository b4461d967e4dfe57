// Converts game trees to SGF records, and back.

import { defaultConfig } from '../game/config.js';
import { GAMES, GAME_NAMES } from '../game/games.js';
import { GameNode, GameTree } from '../game/game-tree.js';
import { PASS } from '../game/vertex.js';
import { readValue, valueProperties } from './analysis-values.js';
import { escapeText, parseSgf, SgfError, unescapeText, writeSgf } from './sgf.js';
import { readPoint, readPoints, writePoint } from './sgf-point.js';

/** @typedef {import('./sgf.js').SgfNode} SgfNode */
/** @typedef {import('../game/config.js').Config} Config */

/** Properties that the tree interprets; all others are kept as they are. */
const READ = new Set(['B', 'W', 'AB', 'AW', 'AE', 'PL', 'C', 'GM', 'FF', 'CA', 'AP', 'SZ', 'KM', 'HA', 'RU', 'PB', 'PW', 'RE']);

/**
 * Parses a game.
 *
 * @param {string} text
 * @returns {GameTree} Throws `SgfError`.
 */
export function readSgf(text) {
  const record = parseSgf(text);
  const config = readConfig(record.properties);
  const tree = new GameTree(config);
  tree.names = { b: first(record, 'PB'), w: first(record, 'PW') };
  tree.result = first(record, 'RE');
  /** @type {[SgfNode, GameNode][]} */
  const open = [[record, tree.root]];
  fill(tree.root, record, config);
  const rules = record.properties.get('RU');
  if (rules) tree.root.properties.set('RU', rules);
  const move = readMove(record, config);
  if (move) {
    // Some programs put the first move in the root.
    const added = new GameNode(tree.root, move);
    tree.root.children.push(added);
    open[0] = [record, added];
  }
  for (let next = open.pop(); next; next = open.pop()) {
    const [source, node] = next;
    for (const child of source.children) {
      const added = new GameNode(node, readMove(child, config));
      fill(added, child, config);
      node.children.push(added);
      open.push([child, added]);
    }
  }
  return tree;
}

/** @param {Map<string, string[]>} properties @returns {Config} */
function readConfig(properties) {
  const number = properties.get('GM')?.[0]?.trim() ?? '1';
  const game = GAME_NAMES.find((name) => GAMES[name].sgf === number);
  if (!game) throw new SgfError('sgf_game', { number });
  const defaults = defaultConfig(game);
  const size = /^(\d+)(?::(\d+))?$/.exec(properties.get('SZ')?.[0]?.trim() ?? '');
  const width = size ? Number(size[1]) : game === 'go' ? 19 : defaults.width;
  const height = size?.[2] ? Number(size[2]) : width;
  if (!(width >= 2 && width <= 25 && height >= 2 && height <= 25)) throw new SgfError('sgf_size', { size: `${width}:${height}` });
  if (GAMES[game].sizes.length === 0 && (width !== defaults.width || height !== defaults.height)) throw new SgfError('sgf_board', { size: String(width), board: `${defaults.width}×${defaults.height}` });
  const komi = Number(properties.get('KM')?.[0] ?? 0);
  return {
    game,
    width,
    height,
    rules: readRules(game, unescapeText(properties.get('RU')?.[0] ?? '')),
    komi: Number.isFinite(komi) && Math.abs(komi) <= 400 ? Math.round(komi * 2) / 2 : 0,
    handicap: Number(properties.get('HA')?.[0] ?? 0) || 0,
  };
}

/**
 * @param {Config['game']} game
 * @param {string} text
 */
function readRules(game, text) {
  if (game === 'go' && text.trim().startsWith('{')) return jsonRules(text);
  const words = text.toLowerCase().replace(/[ _]/g, '-');
  if (game === 'go' && /^(nz|newzealand)/.test(words)) return 'new-zealand';
  if (game === 'go' && words.startsWith('goe')) return 'ing';
  return GAMES[game].rules.find((name) => words.startsWith(name)) ?? defaultConfig(game).rules;
}

/** Parses rules in KataGo's JSON, as written by this engine. @param {string} text */
function jsonRules(text) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return defaultConfig('go').rules;
  }
}

/**
 * @param {SgfNode} record
 * @param {Config} config
 */
function readMove(record, config) {
  const color = record.properties.has('B') ? 'b' : record.properties.has('W') ? 'w' : null;
  if (!color) return null;
  return { color: /** @type {'b' | 'w'} */ (color), point: readPoint(first(record, color.toUpperCase()), config) };
}

/**
 * @param {GameNode} node
 * @param {SgfNode} record
 * @param {Config} config
 */
function fill(node, record, config) {
  const { properties } = record;
  node.comment = unescapeText(properties.get('C')?.join('\n') ?? '');
  for (const [name, values] of properties) if (!READ.has(name)) node.properties.set(name, values);
  readValue(node, config);
  const setup = {
    black: readPoints(properties.get('AB'), config),
    white: readPoints(properties.get('AW'), config),
    empty: readPoints(properties.get('AE'), config),
    toMove: readSide(properties.get('PL')?.[0]),
  };
  const stones = setup.black.length + setup.white.length + setup.empty.length;
  if (stones === 0 && (!setup.toMove || node.move)) return;
  if (config.game === 'go' && config.handicap >= 2 && !node.parent) setup.toMove ??= 'w';
  node.setup = setup;
}

/** @param {string | undefined} text @returns {'b' | 'w' | null} */
function readSide(text) {
  if (!text) return null;
  return /^(b|1)/i.test(text) ? 'b' : 'w';
}

/**
 * @param {SgfNode} record
 * @param {string} name
 */
function first(record, name) {
  return unescapeText(record.properties.get(name)?.[0] ?? '').trim();
}

/**
 * Writes a game with all properties of its record. Othello for other programs is written as Edax, Cassio and OthelloTk read it:
 * with the four discs, one line per node, and no nodes for passes.
 *
 * @param {GameTree} tree
 * @param {{isForOthers?: boolean}} [options]
 */
export function saveSgf(tree, { isForOthers = false } = {}) {
  const isForOthello = isForOthers && tree.config.game === 'reversi';
  const root = writeNode(tree.root, tree.config);
  const head = headOf(tree);
  if (isForOthello && !tree.root.setup) {
    head.set('AB', ['e4', 'd5']);
    head.set('AW', ['d4', 'e5']);
    head.set('PL', ['B']);
  }
  for (const [name, values] of root.properties) head.set(name, values);
  root.properties = head;
  /** @type {[GameNode, SgfNode][]} */
  const open = [[tree.root, root]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, record] = next;
    for (const child of node.children) {
      const isOmitted = isForOthello && child.move?.point === PASS && !child.comment && child.properties.size === 0;
      const written = isOmitted ? record : writeNode(child, tree.config);
      if (!isOmitted) record.children.push(written);
      open.push([child, written]);
    }
  }
  return writeSgf(root, isForOthello ? '\n' : '');
}

/** @param {GameTree} tree */
function headOf({ config, names, result }) {
  /** @type {Map<string, string[]>} */
  const head = new Map();
  head.set('GM', [GAMES[config.game].sgf]);
  head.set('FF', ['4']);
  head.set('CA', ['UTF-8']);
  head.set('AP', ['Tengen']);
  head.set('SZ', [config.width === config.height ? String(config.width) : `${config.width}:${config.height}`]);
  if (config.rules) head.set('RU', [escapeText(config.rules)]);
  if (config.game === 'go') head.set('KM', [String(config.komi)]);
  if (config.handicap >= 2) head.set('HA', [String(config.handicap)]);
  if (names.b) head.set('PB', [escapeText(names.b)]);
  if (names.w) head.set('PW', [escapeText(names.w)]);
  if (result) head.set('RE', [escapeText(result)]);
  return head;
}

/**
 * @param {GameNode} node
 * @param {Config} config
 * @returns {SgfNode}
 */
function writeNode(node, config) {
  /** @type {Map<string, string[]>} */
  const properties = new Map();
  if (node.move) properties.set(node.move.color.toUpperCase(), [writePoint(node.move.point, config)]);
  if (node.setup) {
    const { black, white, empty, toMove } = node.setup;
    const write = (/** @type {number[]} */ points) => points.map((point) => writePoint(point, config));
    if (black.length) properties.set('AB', write(black));
    if (white.length) properties.set('AW', write(white));
    if (empty.length) properties.set('AE', write(empty));
    if (toMove) properties.set('PL', [toMove.toUpperCase()]);
  }
  for (const [name, values] of [...node.properties, ...valueProperties(node, config)]) properties.set(name, values);
  if (node.comment) properties.set('C', [escapeText(node.comment)]);
  return { properties, children: [] };
}
