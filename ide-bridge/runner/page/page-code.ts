import { Script } from 'node:vm';
import { pageExpression as wrap } from '../../../model/values/page-script.ts';

/** Page JavaScript as one expression; only compiled here, never run. Errors: `invalid-params`. */
export const pageExpression = (code: string): string => wrap(code, source => new Script(source));
