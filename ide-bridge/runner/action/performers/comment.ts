import { PASSED } from '../perform-context.ts';

export const comment = async () => PASSED;
