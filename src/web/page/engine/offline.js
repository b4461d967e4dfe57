// The page without a server, kept by a service worker for use offline, and its updates.

import { engineModule } from './worker-transport.js';

/** Milliseconds between checks for a new version while the page is open. */
const CHECK_EVERY = 3_600_000;

/**
 * Keeps this version of the page, once its engine has been fetched. Browsers do this only over HTTPS and on the local machine.
 *
 * @param {(reload: () => void) => void} offer Offers a new version that is ready; `reload` changes to it.
 */
export async function keepOffline(offer) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  try {
    await engineModule();
    const registration = await serviceWorker.register(new URL('service-worker.js', document.baseURI), { updateViaCache: 'none' });
    watch(registration, offer);
    const loaded = { type: 'loaded', version: document.querySelector('meta[name="tengen-version"]')?.getAttribute('content') };
    serviceWorker.controller?.postMessage(loaded);
    setInterval(() => registration.update().catch(() => {}), CHECK_EVERY);
  } catch (error) {
    // The page works without it.
    console.warn(error);
  }
}

/**
 * Offers each version that is ready to replace the one in use.
 *
 * @param {ServiceWorkerRegistration} registration
 * @param {(reload: () => void) => void} offer
 */
function watch(registration, offer) {
  const offerIfReady = () => {
    if (registration.waiting && registration.active) offer(() => change(registration));
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offerIfReady));
  offerIfReady();
}

/** Reloads the page with the version that is ready. Other open pages keep theirs. @param {ServiceWorkerRegistration} registration */
function change({ waiting }) {
  if (!waiting) return location.reload();
  waiting.addEventListener('statechange', () => waiting.state === 'activated' && location.reload());
  waiting.postMessage({ type: 'activate' });
}
