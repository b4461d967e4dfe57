// Draws the icons of the installed page from the page's icon: `node icons.js` writes them into the source.

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startBrowser } from './visitor.js';

const WEB = new URL('../../src/web/', import.meta.url);

/** The folder of the icons. */
export const ICONS = new URL('app/icons/', WEB);

/** The sides of the icons in pixels. Systems cut a full icon to their own shape; the others have round corners. */
const SIZES = { 'icon-192': 192, 'icon-512': 512, 'maskable-192': 192, 'maskable-512': 512, 'touch-180': 180 };

/** Draws all icons. Returns their PNG files by name. @param {import('playwright-core').Browser} browser */
export async function drawIcons(browser) {
  const drawing = await readFile(new URL('page/icon.svg', WEB), 'utf8');
  const icons = new Map();
  for (const [name, side] of Object.entries(SIZES)) {
    const corners = name.startsWith('icon') ? drawing : drawing.replace(' rx="6"', '');
    const page = await browser.newPage({ viewport: { width: side, height: side } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${side}px; height: ${side}px }</style>${corners}`);
    icons.set(`${name}.png`, await page.screenshot({ omitBackground: true }));
    await page.close();
  }
  return icons;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await startBrowser();
  for (const [name, bytes] of await drawIcons(browser)) await writeFile(new URL(name, ICONS), bytes);
  await browser.close();
}
