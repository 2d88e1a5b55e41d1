import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all memory that nothing holds, as happens at any moment on its own. */
export function collectMemory(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
