// The grammar of SGF: text to nodes of properties, and back.

/** A node of a record; its values are as they stand in the text, escapes included. @typedef {{properties: Map<string, string[]>, children: SgfNode[]}} SgfNode */

/** The longest record that is read, in characters. */
const LONGEST = 4_000_000;

/** A record that is no SGF; the message tells where. */
export class SgfError extends Error {}

/**
 * Reads the first game of a collection. Variations may nest to any depth.
 *
 * @param {string} text
 * @returns {SgfNode} The root.
 */
export function parseSgf(text) {
  if (text.length > LONGEST) throw new SgfError(`longer than ${LONGEST} characters`);
  const start = text.indexOf('(');
  if (start < 0) throw new SgfError('no "(" found');
  const reader = new SgfReader(text, start);
  return reader.game();
}

/** A reader at a place of the text. */
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
        else if (root) throw this.error('a second root');
        root ??= child;
        node = child;
      } else {
        throw this.error(mark === undefined ? 'the end where ")" was expected' : `"${mark}" where "(", ")" or ";" was expected`);
      }
    }
    if (!root) throw this.error('a game without a node');
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
      if (values.length === 0) throw this.error(`${name} without a value`);
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
    throw this.error('a value without "]"');
  }

  skipBlanks() {
    while (/\s/.test(this.text[this.place] ?? '')) this.place++;
  }

  /** @param {string} what */
  error(what) {
    const line = this.text.slice(0, this.place).split('\n').length;
    return new SgfError(`line ${line}: ${what}`);
  }
}

/**
 * Writes a record. Lines of play follow each other without brackets, variations stand in them.
 *
 * @param {SgfNode} root
 * @param {string} [separator] What stands before every node but the root.
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

/** Returns the text that a value stands for. @param {string} value */
export function unescapeText(value) {
  // An escaped line end is none.
  return value.replace(/\\(\r\n|\n|\r)/g, '').replace(/\\([^])/g, '$1');
}

/** Returns the value that stands for a text. @param {string} text */
export function escapeText(text) {
  return text.replace(/[\\\]]/g, '\\$&');
}
