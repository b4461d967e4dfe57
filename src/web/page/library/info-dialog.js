// What the record says about the game: a line of it, and the dialog to change it.

import { html } from '../element.js';
import { GAMES } from '../game/games.js';
import { openDialog } from '../panel/dialog.js';
import { INFO_NAMES, infoOf, setInfo } from '../record/game-info.js';
import { recordedResultText } from '../text/results.js';
import { dateText, word } from '../text/words.js';

/** @typedef {import('../game/match.js').Match} Match */

/** Describes a game in a line: event, date, rules, komi. @param {import('../game/game-tree.js').GameTree} tree */
export function infoLine(tree) {
  const { config } = tree;
  const rules = GAMES[config.game].rules.includes(config.rules) ? word(`rules_${config.rules}`) : '';
  const komi = config.game === 'go' ? word('info_komi', { n: config.komi }) : '';
  return [infoOf(tree, 'EV'), infoOf(tree, 'RO'), infoOf(tree, 'PC'), dateOf(tree), rules, komi, recordedResultText(infoOf(tree, 'RE'), config.game)].filter(Boolean).join(' · ');
}

/**
 * Opens the dialog.
 *
 * @param {Match} match
 */
export function openInfo(match) {
  const { tree } = match;
  const { config } = tree;
  const { rules } = GAMES[config.game];
  const field = (/** @type {string} */ title, /** @type {HTMLElement} */ input) => html('label', {}, html('span', {}, title), input);
  const form = html('form', { method: 'dialog', class: 'new-game info' }, ...INFO_NAMES.map((name) => field(word(`info_${name}`), html('input', { type: 'text', name, value: infoOf(tree, name) }))));
  if (rules.length > 0) {
    const known = rules.includes(config.rules) ? rules : [config.rules, ...rules];
    const options = known.map((name) => html('option', { value: name, selected: name === config.rules }, rules.includes(name) ? word(`rules_${name}`) : name));
    form.append(field(word('rules'), html('select', { name: 'rules' }, ...options)));
  }
  if (config.game === 'go') form.append(field(word('komi'), html('input', { type: 'number', name: 'komi', min: -400, max: 400, step: 0.5, value: config.komi })));
  form.append(html('div', { class: 'row end' }, html('button', { class: 'primary', value: 'save' }, word('save_info'))));
  form.addEventListener('submit', () => apply(match, /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)))));
  openDialog(word('game_info'), form);
}

/**
 * @param {Match} match
 * @param {Record<string, string>} values
 */
function apply(match, values) {
  const { tree } = match;
  for (const name of INFO_NAMES) setInfo(tree, name, values[name].trim());
  const komi = Number(values.komi ?? tree.config.komi);
  const rules = values.rules ?? tree.config.rules;
  if (rules === tree.config.rules && komi === tree.config.komi) {
    match.announce('tree');
    return;
  }
  if (rules !== tree.config.rules) tree.root.properties.delete('RU');
  Object.assign(tree.config, { rules, komi });
  match.changeRules();
}

/** Returns the record's date as the language writes it; other texts, such as several dates, as they are. @param {import('../game/game-tree.js').GameTree} tree */
function dateOf(tree) {
  const text = infoOf(tree, 'DT');
  return /^\d{4}-\d\d-\d\d$/.test(text) ? dateText(new Date(`${text}T12:00`)) : text;
}
