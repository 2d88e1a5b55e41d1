import { stripVTControlCharacters } from 'node:util';
import { build } from 'vite';

/** Builds with Vite; what is wrong with the sources is said on stderr, without the stack of who found it. */
export async function runBuild(settings) {
  // What the shell is set to must not make it the slow build of developers.
  process.env.NODE_ENV = 'production';
  try {
    await build({ configFile: false, logLevel: 'warn', ...settings });
  } catch (error) {
    console.error(stripVTControlCharacters(error.message));
    process.exitCode = 1;
  }
}
