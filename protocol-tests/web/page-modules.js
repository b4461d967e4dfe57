// The page's modules and messages, for tests that read them.

import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const PAGE = join(dirname(fileURLToPath(import.meta.url)), '../../src/web/page');

/**
 * Imports modules of a folder of the page. Node treats modules in a folder as scripts unless a package.json declares otherwise.
 *
 * @param {string} from
 * @param {string[]} names
 */
async function imported(from, ...names) {
  const folder = await mkdtemp(join(tmpdir(), 'tengen-page-'));
  try {
    await cp(join(PAGE, from), folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    return await Promise.all(names.map((name) => import(pathToFileURL(join(folder, name)).href)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const [{ LANGUAGES, languageFor }, { MessageFormat, parseMessage }] = await imported('text', 'languages.js', 'message.js');

export const [{ answered, dayOf, isDue, nextProblem }] = await imported('trainer', 'schedule.js');

export const [{ GAMES }, { defaultConfig }, { startPosition }, { vertex }] = await imported('game', 'games.js', 'config.js', 'position.js', 'vertex.js');

const tags = Object.keys(LANGUAGES);

/** The messages by language. @type {Record<string, Record<string, string>>} */
export const TABLES = Object.fromEntries((await imported('text', ...tags.map((tag) => `tables/${tag}.js`))).map(({ TABLE }, index) => [tags[index], TABLE]));

/** Returns the texts of the page's modules, without the messages. */
export async function sources() {
  const names = (await readdir(PAGE, { recursive: true })).filter((name) => name.endsWith('.js') && !name.startsWith('text/tables/'));
  return Promise.all(names.map((name) => readFile(join(PAGE, name), 'utf8')));
}
