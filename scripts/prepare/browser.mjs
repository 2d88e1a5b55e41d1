import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Resolves with 'found', 'missing' (after advice on stderr) or 'interrupted'. */
export async function prepareBrowser(root) {
  const folder = pathToFileURL(path.join(root, 'dist/'));
  const { findBrowser } = await import(new URL('find-browser.js', folder).href);
  const { thisMachine } = await import(new URL('machine.js', folder).href);
  const machine = thisMachine();
  try {
    if (await findBrowser(machine)) return 'found';
    const { installBrowser } = await import(new URL('install-browser.js', folder).href);
    const { getBrowser } = await import('./get-browser.mjs');
    return await getBrowser({
      find: () => findBrowser(machine),
      install: options => installBrowser({ ...options, machine }),
    });
  } catch (error) {
    if (error.kind !== 'browser-missing') throw error;
    console.error(error.message);
    return 'missing';
  }
}
