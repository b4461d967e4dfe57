// Tabs: panels of which one is shown.

import { html } from '../element.js';

let tabLists = 0;

/**
 * Creates a list of tabs. The left and right arrow keys switch tabs.
 *
 * @param {string} label
 * @param {{name: string, title: string, element: HTMLElement}[]} panels
 * @param {(name: string) => void} onShow
 */
export function tabs(label, panels, onShow) {
  const id = `tabs${++tabLists}`;
  const buttons = panels.map(({ name, title }) =>
    html('button', { type: 'button', role: 'tab', id: `${id}-${name}`, 'aria-controls': `${id}-${name}-panel`, onclick: () => show(name) }, title),
  );
  const pages = panels.map(({ name, title, element }) => html('div', { role: 'tabpanel', id: `${id}-${name}-panel`, 'aria-labelledby': `${id}-${name}` }, html('h2', { class: 'unseen' }, title), element));
  const list = html('div', { role: 'tablist', 'aria-label': label }, ...buttons);
  list.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const index = buttons.findIndex((button) => button.getAttribute('aria-selected') === 'true');
    const next = (index + step + panels.length) % panels.length;
    show(panels[next].name);
    buttons[next].focus();
  });
  const show = (/** @type {string} */ wanted) => {
    panels.forEach(({ name }, index) => {
      const isShown = name === wanted;
      buttons[index].setAttribute('aria-selected', String(isShown));
      buttons[index].tabIndex = isShown ? 0 : -1;
      pages[index].hidden = !isShown;
    });
    onShow(wanted);
  };
  return { element: html('div', { class: 'tabs' }, list, ...pages), show };
}
