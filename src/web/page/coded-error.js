// Errors that the page puts into words.

/** An error with a code, which is the key of a text, and the values in it. */
export class CodedError extends Error {
  /**
   * @param {string} code
   * @param {Record<string, string | number>} [values]
   */
  constructor(code, values = {}) {
    super(`${code} ${JSON.stringify(values)}`);
    this.code = code;
    this.values = values;
  }
}
