// Checks by axe-core.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The categories of rules that depend on the language: its code, names, and texts for screen readers. */
export const OF_TEXTS = ['cat.language', 'cat.name-role-value', 'cat.forms', 'cat.text-alternatives', 'cat.semantics'];

/**
 * Fails for serious findings of axe-core.
 *
 * @param {import('./visitor.js').Visitor} visitor
 * @param {string} where
 * @param {string} [part] A selector for the part that has changed since the whole page was checked.
 * @param {string[]} [categories] The categories of rules; all rules by default.
 */
export async function assertAccessible(visitor, where, part = 'html', categories = []) {
  // Through the browser's DevTools protocol, which the page's content security policy does not block.
  if (!(await visitor.page.evaluate(() => 'axe' in window))) await visitor.page.evaluate(AXE);
  const { violations } = await visitor.page.evaluate(([part, categories]) => {
    const chosen = categories.length ? { runOnly: categories } : {};
    return window.axe.run(part, { resultTypes: ['violations'], ...chosen });
  }, /** @type {const} */ ([part, categories]));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(serious.map(({ id, nodes }) => `${where}: ${id} ${nodes[0].html}`), []);
}
