// The static page under test, as `scripts/web` writes it.

import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The output folder of `scripts/web`. */
export const FOLDER = process.env.TENGEN_STATIC ?? '';

/** The reason why the tests of the static page cannot run; false if they can. */
export const skip = FOLDER === '' && 'TENGEN_STATIC names no folder of scripts/web';

const SCRIPT = fileURLToPath(new URL('../../scripts/web', import.meta.url));

/** Returns the version in a folder. @param {string} [folder] */
export async function versionIn(folder = FOLDER) {
  const [version] = await readdir(join(folder, 'app'));
  return version;
}

/** Returns the path of a file that depends on the version. @param {string} name @param {string} [folder] */
export async function versioned(name, folder = FOLDER) {
  return join(folder, 'app', await versionIn(folder), name);
}

/** Returns the files of a folder, as paths from there. @param {string} [folder] */
export async function filesIn(folder = FOLDER) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name))).sort();
}

/** Returns the hashes of the files that a folder's service worker keeps. @param {string} [folder] @returns {Promise<Record<string, string>>} */
export async function keptFiles(folder = FOLDER) {
  const text = await readFile(join(folder, 'service-worker.js'), 'utf8');
  return JSON.parse(/^const FILES = (\{.*?\});$/ms.exec(text)[1]);
}

/** Writes the page with another engine. @param {string} folder @param {string} module */
export function writeSite(folder, module) {
  const { status, stderr } = spawnSync('python3', [SCRIPT, folder, '--module', module], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
