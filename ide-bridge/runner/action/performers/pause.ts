import { PASSED } from '../perform-context.ts';

/** Where somebody is there to go on, the run has been paused before it. */
export const pause = async () => PASSED;
