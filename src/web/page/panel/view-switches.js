// Switches for coordinates, move numbers and sound.

import { html } from '../element.js';
import { keepPreferences, preferences } from '../game/preferences.js';
import { word } from '../text/words.js';
import { icon } from './icon.js';

/** The switches: preference, icon, word. @type {['coordinates' | 'numbers' | 'sound', string, string][]} */
const SWITCHES = [
  ['coordinates', 'coordinates', 'show_coordinates'],
  ['numbers', 'numbers', 'show_numbers'],
  ['sound', 'sound', 'sound'],
];

/** A row of switches. */
export class ViewSwitches {
  /** @param {(name: 'coordinates' | 'numbers' | 'sound') => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    this.buttons = Object.fromEntries(
      SWITCHES.map(([name, shape, title]) => [
        name,
        html('button', { type: 'button', class: 'plain view-switch', 'data-view': name, 'aria-label': word(title), title: word(title), 'aria-pressed': preferences[name], onclick: () => this.toggle(name) }, icon(shape)),
      ]),
    );
    this.element = html('div', { class: 'view-switches', role: 'group', 'aria-label': word('view') }, ...Object.values(this.buttons));
  }

  /** @param {'coordinates' | 'numbers' | 'sound'} name */
  toggle(name) {
    preferences[name] = !preferences[name];
    keepPreferences();
    this.buttons[name].setAttribute('aria-pressed', String(preferences[name]));
    this.onChange(name);
  }
}
