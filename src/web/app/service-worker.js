// The service worker of the page without a server: keeps one complete version of the page for use offline.
//
// `scripts/web` puts all files but the document and the manifest into a folder named after the version, so a page never gets files
// of another one, and writes the version and the files into this script. A file that differs from its hash is refused: then
// nothing changes, and the browser tries again later. A new version waits until no page is open, or until a page asks for it; pages
// that still show an earlier version get their files from its cache.

/** The version of the page. */
const VERSION = '';

/** The files of this version, with their SHA-256 in Base64. @type {Record<string, string>} */
const FILES = {};

/** The document, which is kept under the address of the folder. */
const INDEX = 'index.html';

/** The folder of the page. */
const SCOPE = new URL('./', location.href).href;

/** The start of the names of all caches of this page; the version follows. */
const PREFIX = `tengen ${SCOPE} `;

const CACHE = PREFIX + VERSION;

/** The global scope of a service worker. */
const worker = /** @type {any} */ (self);

/** Keeps all files of this version, or none. */
async function install() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(Object.entries(FILES).map(([name, hash]) => keep(cache, name, hash)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/**
 * Keeps a file, which an earlier version may already have: most versions have the same engine.
 *
 * @param {Cache} cache
 * @param {string} name
 * @param {string} hash
 */
async function keep(cache, name, hash) {
  const address = SCOPE + (name === INDEX ? '' : name);
  const response = (await earlier(name, hash)) ?? (await fetch(address, { cache: 'no-cache', integrity: `sha256-${hash}` }));
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  await cache.put(address, response);
}

/**
 * Returns a file with this hash from the cache of an earlier version.
 *
 * @param {string} name
 * @param {string} hash
 */
async function earlier(name, hash) {
  for (const cacheName of await earlierCaches()) {
    const cache = await caches.open(cacheName);
    const response = await cache.match(SCOPE + name.replace(VERSION, cacheName.slice(PREFIX.length)), { ignoreVary: true });
    if (response && (await hashOf(response.clone())) === hash) return response;
  }
  return null;
}

/** Returns the names of the caches of other versions. */
async function earlierCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

/** @param {Response} response */
async function hashOf(response) {
  const hash = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

/** @param {Request} request */
async function keptDocument(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(SCOPE, { ignoreVary: true })) ?? fetch(request);
}

/** @param {Request} request */
async function keptFile(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/**
 * Deletes the caches of earlier versions once the only open page shows this one. A version that waits keeps its cache.
 *
 * @param {string} version The version of a page that has been loaded.
 */
async function cleanUp(version) {
  const { installing, waiting } = worker.registration;
  if (version !== VERSION || installing || waiting) return;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length > 1) return;
  for (const name of await earlierCaches()) await caches.delete(name);
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));

worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('message', (/** @type {any} */ event) => {
  const { type, version } = event.data;
  if (type === 'activate') event.waitUntil(worker.skipWaiting());
  else if (type === 'loaded') event.waitUntil(cleanUp(version));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(SCOPE)) return;
  const name = request.url.slice(SCOPE.length).replace(/[?#].*$/, '');
  // Other pages of the host may lie below this folder.
  if (name === '' || name === INDEX) event.respondWith(keptDocument(request));
  else if (name.startsWith('app/') || Object.hasOwn(FILES, name)) event.respondWith(keptFile(request));
});
