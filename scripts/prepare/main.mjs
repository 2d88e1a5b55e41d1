import { prepareBrowser } from './browser.mjs';
import { prepareDebianPrograms } from './debian-programs.mjs';
import { prepareProgram, ROOT } from './program.mjs';
import { prepareSuites } from './suites.mjs';

/** Resolves with the exit code. All but windows works without a browser: a warning, unless specs need it. */
export async function prepare({ forSpecs, withSuites }) {
  if (!(await prepareProgram())) return 1;
  if (withSuites && !(await prepareSuites(ROOT))) return 1;
  if (withSuites) prepareDebianPrograms();
  const outcome = await prepareBrowser(ROOT);
  if (outcome === 'interrupted') return 130;
  return outcome === 'missing' && forSpecs ? 1 : 0;
}
