import { prepareBrowser } from './browser.mjs';
import { prepareDebianPrograms } from './debian-programs.mjs';
import { prepareProgram, ROOT } from './program.mjs';
import { prepareSuites } from './suites.mjs';

/**
 * Installs the packages, builds the program and gets a browser, each only where needed. Resolves with the exit code.
 * Without a browser everything but its windows works, so that is a warning unless it is for the specs.
 * All of them together need the conformance suites and Redis as well.
 */
export async function prepare({ forSpecs, withSuites }) {
  if (!(await prepareProgram())) return 1;
  if (withSuites && !(await prepareSuites(ROOT))) return 1;
  if (withSuites) prepareDebianPrograms();
  const outcome = await prepareBrowser(ROOT);
  if (outcome === 'interrupted') return 130;
  return outcome === 'missing' && forSpecs ? 1 : 0;
}
