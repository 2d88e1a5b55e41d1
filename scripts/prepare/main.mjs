import { prepareBrowser } from './browser.mjs';
import { prepareProgram, ROOT } from './program.mjs';

/**
 * Installs the packages, builds the program and gets a browser, each only where needed. Resolves with the exit code.
 * Without a browser everything but its windows works, so that is a warning unless `needsBrowser`.
 */
export async function prepare({ needsBrowser }) {
  if (!(await prepareProgram())) return 1;
  const outcome = await prepareBrowser(ROOT);
  if (outcome === 'interrupted') return 130;
  return outcome === 'missing' && needsBrowser ? 1 : 0;
}
