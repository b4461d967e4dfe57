// Icons for buttons.

import { svg } from '../element.js';

/** Stroked paths in a square of 20 by 20 units. @type {Record<string, string>} */
const PATHS = {
  first: 'M5 4v12M15 4l-7 6 7 6',
  previous: 'M13 4l-7 6 7 6',
  next: 'M7 4l7 6-7 6',
  last: 'M15 4v12M5 4l7 6-7 6',
  undo: 'M7 5L3 9l4 4M3 9h9a4.5 4.5 0 010 9H9',
  hint: 'M7 14.5h6M8 17.5h4M10 2.5a5.3 5.3 0 00-3 9.6v2.4h6v-2.4a5.3 5.3 0 00-3-9.6z',
  pass: 'M4 10h11M11 5.5l4.5 4.5-4.5 4.5',
  resign: 'M5 18V3M5 3.5c4-2 6 2 10 0v8c-4 2-6-2-10 0',
  count: 'M4 4h5v5H4zM11 4h5v5h-5zM4 11h5v5H4zM11 11h5v5h-5z',
  pause: 'M7 4v12M13 4v12',
  play: 'M6 4l10 6-10 6z',
  plus: 'M10 4v12M4 10h12',
  open: 'M3 16V4h5l2 2.5h7V16z',
  save: 'M10 3v9M6 8.5l4 4 4-4M4 17h12',
  games: 'M3 5h14M3 10h14M3 15h14',
  moon: 'M16 12.5A7 7 0 017.5 4 7 7 0 1016 12.5z',
  sun: 'M10 6.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM10 1.8v2M10 16.2v2M1.8 10h2M16.2 10h2M4.2 4.2l1.4 1.4M14.4 14.4l1.4 1.4M15.8 4.2l-1.4 1.4M5.6 14.4l-1.4 1.4',
  help: 'M7.2 7.3A2.9 2.9 0 1111 10c-.8.4-1 .9-1 1.8M10 14.9v.4',
  language: 'M10 2a8 8 0 100 16 8 8 0 000-16zM2 10h16M10 2c-5 4-5 12 0 16 5-4 5-12 0-16z',
  lesson: 'M2.5 7.5L10 4l7.5 3.5L10 11zM5.5 9v4.5c2.5 2 6.5 2 9 0V9',
  problems: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM10 6.2a3.8 3.8 0 100 7.6 3.8 3.8 0 000-7.6zM10 9.5v1',
  setup: 'M4 16l1-4 8.5-8.5 3 3L8 15z',
  coordinates: 'M3 16.5L6.5 7 10 16.5M4.2 13.5h4.6M12.5 8.5L15 7v9.5',
  numbers: 'M10 2a8 8 0 100 16 8 8 0 000-16zM8.3 8L10.5 6.5v7',
  sound: 'M3 8v4h3l4 3.5v-11L6 8zM13 7.2a4 4 0 010 5.6M15.3 4.8a7.3 7.3 0 010 10.4',
  review: 'M3 3v14h14M5.5 13l3.5-5 3 3 4.5-6',
  close: 'M5 5l10 10M15 5L5 15',
  people: 'M7 9.5a3 3 0 100-6 3 3 0 000 6zM2 17c0-3.5 2-5 5-5s5 1.5 5 5M13.5 9.5a2.5 2.5 0 10-1-4.8M14 12c2.6.3 4 1.9 4 5',
  now: 'M10 3v7l4 3M10 2a8 8 0 100 16 8 8 0 000-16z',
};

/** @param {string} name */
export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, svg('path', { d: PATHS[name] }));
}
