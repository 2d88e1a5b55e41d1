import { setImmediate } from 'node:timers/promises';

/** What is done in one go keeps all others waiting, those of other projects too. */
const LONGEST_MS = 10;

/**
 * Has work that never waits for anything wait now and then, so that others have their turn: promises alone never let
 * them. To be asked between two pieces of it; costs a turn of the event loop only once the work has gone on for a while.
 */
export function givingWay(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_MS) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
