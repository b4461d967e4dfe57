// Parses SGF text into nodes with properties, and writes it.

import { CodedError } from '../coded-error.js';

/** A node of a record; its values are as in the text, with escapes. @typedef {{properties: Map<string, string[]>, children: SgfNode[]}} SgfNode */

/** Longest record accepted, in characters. */
const LONGEST = 4_000_000;

/** The error for text that is not SGF, with the line if it is known. */
export class SgfError extends CodedError {
  /**
   * @param {string} code
   * @param {Record<string, string | number>} [values]
   * @param {number} [line]
   */
  constructor(code, values = {}, line = 0) {
    super(code, values);
    this.line = line;
  }
}

/**
 * Parses the first game of a collection. Variations may nest to any depth.
 *
 * @param {string} text
 * @returns {SgfNode} The root.
 */
export function parseSgf(text) {
  if (text.length > LONGEST) throw new SgfError('sgf_long', { n: LONGEST });
  const start = text.indexOf('(');
  if (start < 0) throw new SgfError('sgf_no_game');
  const reader = new SgfReader(text, start);
  return reader.game();
}

/** A parser at a position in the text. */
class SgfReader {
  /**
   * @param {string} text
   * @param {number} place
   */
  constructor(text, place) {
    this.text = text;
    this.place = place;
  }

  game() {
    /** @type {SgfNode | null} */
    let root = null;
    /** @type {SgfNode | null} */
    let node = null;
    /** @type {(SgfNode | null)[]} */
    const branches = [];
    for (;;) {
      this.skipBlanks();
      const mark = this.text[this.place++];
      if (mark === '(') {
        branches.push(node);
      } else if (mark === ')') {
        node = branches.pop() ?? null;
        if (branches.length === 0) break;
      } else if (mark === ';') {
        const child = { properties: this.properties(), children: [] };
        if (node) node.children.push(child);
        else if (root) throw this.error('sgf_second_root');
        root ??= child;
        node = child;
      } else {
        throw mark === undefined ? this.error('sgf_early_end') : this.error('sgf_symbol', { symbol: mark });
      }
    }
    if (!root) throw this.error('sgf_no_node');
    return root;
  }

  properties() {
    /** @type {Map<string, string[]>} */
    const properties = new Map();
    for (;;) {
      this.skipBlanks();
      const name = /^[A-Za-z]+/.exec(this.text.slice(this.place, this.place + 64))?.[0];
      if (!name) return properties;
      this.place += name.length;
      const key = name.replace(/[a-z]/g, '');
      const values = this.values();
      if (values.length === 0) throw this.error('sgf_no_value', { name });
      properties.set(key, [...(properties.get(key) ?? []), ...values]);
    }
  }

  values() {
    const values = [];
    for (;;) {
      this.skipBlanks();
      if (this.text[this.place] !== '[') return values;
      values.push(this.value());
    }
  }

  value() {
    const start = this.place + 1;
    for (let place = start; place < this.text.length; place++) {
      if (this.text[place] === '\\') {
        place++;
      } else if (this.text[place] === ']') {
        this.place = place + 1;
        return this.text.slice(start, place);
      }
    }
    throw this.error('sgf_open_value');
  }

  skipBlanks() {
    while (/\s/.test(this.text[this.place] ?? '')) this.place++;
  }

  /**
   * @param {string} code
   * @param {Record<string, string>} [values]
   */
  error(code, values) {
    const line = this.text.slice(0, this.place).split('\n').length;
    return new SgfError(code, values, line);
  }
}

/**
 * Writes a record. An only child directly follows its parent; variations are in parentheses.
 *
 * @param {SgfNode} root
 * @param {string} [separator] The text before every node except the root.
 */
export function writeSgf(root, separator = '') {
  const parts = ['('];
  /** @type {(SgfNode | string)[]} */
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    if (next !== root) parts.push(separator);
    parts.push(writeNode(next));
    if (next.children.length === 1) open.push(next.children[0]);
    else for (const child of [...next.children].reverse()) open.push(')', child, '\n(');
  }
  return `${parts.join('')})\n`;
}

/** @param {SgfNode} node */
function writeNode(node) {
  let text = ';';
  for (const [name, values] of node.properties) {
    text += name + values.map((value) => `[${value}]`).join('');
  }
  return text;
}

/** Decodes a value's escapes. @param {string} value */
export function unescapeText(value) {
  // An escaped line end is dropped.
  return value.replace(/\\(\r\n|\n|\r)/g, '').replace(/\\([^])/g, '$1');
}

/** Encodes a text as a value. @param {string} text */
export function escapeText(text) {
  return text.replace(/[\\\]]/g, '\\$&');
}
