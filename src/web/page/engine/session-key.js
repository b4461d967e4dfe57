// The key of a session with `tengen web`, and URLs on its server.

const STORE = 'tengen.key';

/** Returns the key in the URL (`#key=...`), which is kept for this tab; empty if the page was opened by a game's link. */
export function sessionKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key) sessionStorage.setItem(STORE, key);
  return key ?? sessionStorage.getItem(STORE) ?? '';
}

/**
 * Returns the right to an engine, as parameters of a URL: the key, else the link of the player whose game this page shows.
 *
 * @returns {Record<string, string>}
 */
export function engineAccess() {
  const key = sessionKey();
  const link = gameLink(location.pathname);
  return key || !link ? { key } : { link };
}

/** Returns the secret of a game's link. @param {string} path */
export function gameLink(path) {
  return /^\/game\/([\w-]+)$/.exec(path)?.[1];
}

/** Returns the WebSocket URL of a path on this server. @param {string} path */
export function webSocketUrl(path) {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
}
