import { stripVTControlCharacters } from 'node:util';
import { build } from 'vite';

/** Faults of the sources are written to stderr without a stack. */
export async function runBuild(settings) {
  // A NODE_ENV of the shell must not make it the slow build of developers.
  process.env.NODE_ENV = 'production';
  try {
    await build({ configFile: false, logLevel: 'warn', ...settings });
  } catch (error) {
    console.error(stripVTControlCharacters(error.message));
    process.exitCode = 1;
  }
}
