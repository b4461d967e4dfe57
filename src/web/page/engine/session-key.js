// The key of a session with `tengen web`, and addresses on its server.

const STORE = 'tengen.key';

/** The reason of a loss where the server refuses the key. */
export const KEY_REFUSED = 'key refused';

/** Returns the key of the address (`#key=...`), kept for this tab; empty where the page was opened by a game's link. */
export function sessionKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key) sessionStorage.setItem(STORE, key);
  return key ?? sessionStorage.getItem(STORE) ?? '';
}

/** Returns the WebSocket address of a path on this server. @param {string} path */
export function webSocketUrl(path) {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
}
