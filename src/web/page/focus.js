// The keyboard's place on the page.

/** Attributes that name a control, which is drawn again with the rest of the page. */
const NAMES = ['data-action', 'data-game'];

/** Returns a function that gives the focus back to the control that has it now, or to the one drawn in its place. */
export function keepFocus() {
  const control = document.activeElement;
  const name = NAMES.find((attribute) => control?.hasAttribute(attribute));
  const selector = name && `[${name}="${control?.getAttribute(name)}"]`;
  return () => {
    if (selector && !control?.isConnected) /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
  };
}
