/** The registry of dialects. The first that recognises a request speaks it; `plain` takes all that is left. */
import type { Dialect, RequestFacts } from '../calls/dialect.ts';
import { legacy } from './legacy.ts';
import { modern } from './modern.ts';
import { plain } from './plain.ts';

const DIALECTS: readonly Dialect[] = [modern, legacy];

export const dialectOf = (facts: RequestFacts): Dialect => DIALECTS.find(dialect => dialect.recognises(facts)) ?? plain;
