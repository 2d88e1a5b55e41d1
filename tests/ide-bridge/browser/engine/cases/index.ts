/** The table by which both engines are proved to do the same, in parts; knows nothing of how a case is run. */
import { DOCUMENTS, TOUR } from './documents.ts';
import type { EngineCase } from './engine-case.ts';
import { FIELDS } from './fields.ts';
import { KEYS } from './keys.ts';
import { MATCHER_CASES } from './matchers.ts';
import { OTHER_ORIGINS } from './other-origins.ts';
import { PAGES } from './pages.ts';
import { POINTER } from './pointer.ts';
import { ON_SITUATIONS } from './situations.ts';

/** By what they are about. A part begins with what goes through most of it: the gate runs only that. */
export const PARTS: Readonly<Record<string, readonly EngineCase[]>> = {
  'the whole of a test': [TOUR],
  'the document, the tab and the run': DOCUMENTS,
  'the pointer': POINTER,
  'the keys': KEYS,
  ...FIELDS,
  ...MATCHER_CASES,
  ...ON_SITUATIONS,
  'a frame of another origin': OTHER_ORIGINS,
  'a page of an awkward kind': PAGES,
};

export const CASES: readonly EngineCase[] = Object.values(PARTS).flat();

/** The kinds of action and the matchers that a case goes through. */
export const touchedBy = ({ actions }: EngineCase): string[] =>
  actions.flatMap(({ type, matcher }) => (typeof matcher === 'string' ? [type, matcher] : [type]));

/** One in so many is for the gate as well, and one of a smaller part. */
const GATE_SHARE = 16;

/** The cases that the gate runs, always the same ones: those with which each part begins. */
export const GATE_CASES: ReadonlySet<EngineCase> = new Set(
  Object.values(PARTS).flatMap(part => part.slice(0, Math.ceil(part.length / GATE_SHARE))),
);
