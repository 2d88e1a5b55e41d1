/** A page that stayed open while Steploom was replaced asks for parts that are gone: it loads the new one, once. */

const KEY = 'steploom.loaded-anew';
/** A part that is missing again so soon is missing from the new build, too. */
const AGAIN_MS = 10_000;

export function followNewerBuilds(): void {
  window.addEventListener('vite:preloadError', event => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < AGAIN_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
