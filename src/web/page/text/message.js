// Formats messages: the part of ICU's MessageFormat that the page needs.
//
// - `{name}` is a value: a text as it is, a number as the language writes it.
// - `{name, plural, one {…} other {…}}` depends on the plural form of a number, which `#` writes.
// - `{name, select, b {…} other {…}}` depends on a text.

/** A number with a fixed number of decimals, and with a sign if it is signed. @typedef {{value: number, digits: number, isSigned?: boolean}} Decimal */
/** A value in a message. @typedef {string | number | Decimal} Value */
/** A part of a message: a text, or a value, if need be with texts to choose from. @typedef {string | {name: string, kind: '' | 'plural' | 'select', cases: Map<string, Part[]>}} Part */

/** Most decimals of a number without a fixed number of them. */
const MOST_DECIMALS = 2;

/** The first whole number with a separator. Those below are the same digits in every language of the page. */
const FIRST_SEPARATED = 1000;

/**
 * Parses a message. Throws if it is malformed.
 *
 * @param {string} text
 * @returns {Part[]}
 */
export function parseMessage(text) {
  const reader = { text, place: 0 };
  const parts = readParts(reader);
  if (reader.place < text.length) throw new Error(`"}" without "{": ${text}`);
  return parts;
}

/** @param {{text: string, place: number}} reader @returns {Part[]} */
function readParts(reader) {
  /** @type {Part[]} */
  const parts = [];
  for (;;) {
    const [plain] = /** @type {RegExpExecArray} */ (/^[^{}]*/.exec(reader.text.slice(reader.place)));
    if (plain) parts.push(plain);
    reader.place += plain.length;
    if (reader.text[reader.place] !== '{') return parts;
    parts.push(readValue(reader));
  }
}

/** @param {{text: string, place: number}} reader @returns {Part} */
function readValue(reader) {
  const match = /^\{\s*(\w+)\s*(?:\}|,\s*(plural|select)\s*,\s*)/.exec(reader.text.slice(reader.place));
  if (!match) throw new Error(`malformed at ${reader.place}: ${reader.text}`);
  reader.place += match[0].length;
  const kind = /** @type {'' | 'plural' | 'select'} */ (match[2] ?? '');
  /** @type {Map<string, Part[]>} */
  const cases = new Map();
  while (kind && !reader.text.startsWith('}', reader.place)) {
    const name = /^([\w-]+)\s*\{/.exec(reader.text.slice(reader.place));
    if (!name) throw new Error(`malformed at ${reader.place}: ${reader.text}`);
    reader.place += name[0].length;
    cases.set(name[1], readParts(reader));
    const end = /^\}\s*/.exec(reader.text.slice(reader.place));
    if (!end) throw new Error(`"{" without "}": ${reader.text}`);
    reader.place += end[0].length;
  }
  if (kind) reader.place++;
  if (kind && !cases.has('other')) throw new Error(`no "other": ${reader.text}`);
  return { name: match[1], kind, cases };
}

/** Writes messages, numbers and dates in one language. */
export class MessageFormat {
  /** @param {string} tag */
  constructor(tag) {
    this.tag = tag;
    /** @type {Map<string, Part[]>} */
    this.parsed = new Map();
    /** @type {Map<string, Intl.NumberFormat>} */
    this.numbers = new Map();
    /** @type {Map<number, Intl.PluralRules>} */
    this.plurals = new Map();
  }

  /**
   * @param {string} message
   * @param {Record<string, Value>} values
   */
  format(message, values) {
    const parts = this.parsed.get(message) ?? parseMessage(message);
    this.parsed.set(message, parts);
    return this.write(parts, values, '');
  }

  /**
   * @param {Part[]} parts
   * @param {Record<string, Value>} values
   * @param {string} number The text of `#`.
   * @returns {string}
   */
  write(parts, values, number) {
    return parts.map((part) => {
      if (typeof part === 'string') return number ? part.replaceAll('#', number) : part;
      const value = values[part.name] ?? '';
      if (!part.kind) return this.value(value);
      // As in `number`, browsers load their data only when they are needed.
      const name = part.kind === 'select' ? String(value) : part.cases.size > 1 ? this.plural(value) : 'other';
      const chosen = /** @type {Part[]} */ (part.cases.get(name) ?? part.cases.get('other'));
      return this.write(chosen, values, part.kind === 'plural' ? this.value(value) : number);
    }).join('');
  }

  /** @param {Value} value */
  value(value) {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return this.number(value);
    return value.isSigned ? this.signed(value.value, value.digits) : this.number(value.value, value.digits);
  }

  /** @param {Value} value */
  plural(value) {
    if (typeof value === 'string') return 'other';
    const { value: number, digits } = typeof value === 'number' ? { value, digits: 0 } : value;
    let rules = this.plurals.get(digits);
    if (!rules) {
      rules = new Intl.PluralRules(this.tag, digits ? { minimumFractionDigits: digits } : {});
      this.plurals.set(digits, rules);
    }
    return rules.select(Math.abs(number));
  }

  /**
   * Writes a number. The first `Intl.NumberFormat` takes a phone 0.2 seconds, so small whole numbers do without: the first board
   * has no others.
   *
   * @param {number} value
   * @param {number} [digits] A fixed number of decimals.
   * @param {'decimal' | 'percent'} [style]
   */
  number(value, digits, style = 'decimal') {
    if (style === 'decimal' && !digits && Number.isInteger(value) && value >= 0 && value < FIRST_SEPARATED) return String(value);
    const key = `${style} ${digits}`;
    let format = this.numbers.get(key);
    if (!format) {
      const limits = digits === undefined ? { maximumFractionDigits: MOST_DECIMALS } : { minimumFractionDigits: digits, maximumFractionDigits: digits };
      format = new Intl.NumberFormat(this.tag, { style, ...limits });
      this.numbers.set(key, format);
    }
    return format.format(value);
  }

  /**
   * @param {number} value
   * @param {number} digits
   * @param {'decimal' | 'percent'} [style]
   */
  signed(value, digits, style = 'decimal') {
    const isZero = Number(Math.abs(value * (style === 'percent' ? 100 : 1)).toFixed(digits)) === 0;
    const sign = isZero ? '' : value < 0 ? '−' : '+';
    return sign + this.number(Math.abs(value), isZero && style === 'decimal' ? 0 : digits, style);
  }
}
