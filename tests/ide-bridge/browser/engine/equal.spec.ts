import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { EngineMode } from '../../../../ide-bridge/browser/engine/engine-mode.ts';
import { ACTION_TYPES } from '../../../../model/actions/index.ts';
import { MATCHER_NAMES } from '../../../../model/actions/matchers.ts';
import { startTestApp } from '../../../support/test-app.ts';
import { type ActionInput, type ActionView, flat, Runner } from '../../runner/runner-fixture.ts';
import { type Answer, servePages } from '../app-fixture.ts';
import { DOCUMENT_PAGES } from './cases/documents.ts';
import type { EngineCase } from './cases/engine-case.ts';
import { CASES, GATE_CASES, PARTS, touchedBy } from './cases/index.ts';
import { noting, SEEN } from './cases/noting.ts';
import { FRAME_PAGES } from './cases/other-origins.ts';

/** Kinds of which no engine knows: they ask nothing of a page, or are of suites. */
const NOT_ON_PAGES = [
  ...['comment', 'pause', 'plugFeature', 'plugScenario', 'plugTags', 'plugTest'],
  ...['request', 'replayHar'],
];

/** Enough for what comes late on a busy machine. */
const LIMIT_MS = 20_000;
const NEAR_PX = 2;
const PLACE = /@(-?\d+),(-?\d+)/g;

const pathOf = (each: EngineCase) => `/case/${CASES.indexOf(each)}`;

function pageOf(each: EngineCase): string {
  const notes = noting(pathOf(each));
  const { page } = each;
  return page.includes('<body>')
    ? page.replace('<body>', body => body + notes)
    : `<title>Case</title><body>${notes}${page}</body>`;
}

const SERVED: Record<string, Answer> = {
  '/': '<title>Start</title>',
  ...DOCUMENT_PAGES,
  ...Object.fromEntries(Object.entries(FRAME_PAGES).map(([path, page]) => [path, noting() + page])),
  ...Object.fromEntries(CASES.map(each => [pathOf(each), pageOf(each)])),
};

let pages: Awaited<ReturnType<typeof servePages>>;
const engines: Runner[] = [];

beforeAll(async () => {
  pages = await servePages(SERVED);
  for (const mode of ['playwright', 'quick'] as const) engines.push(await openEngine(mode));
});

afterAll(async () => {
  for (const { app } of engines) await app[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

/** A service whose window keeps the engine with which it was opened. */
async function openEngine(mode: EngineMode): Promise<Runner> {
  vi.stubEnv('STEPLOOM_ENGINE', mode);
  try {
    const app = await startTestApp({ appUrl: pages.origin });
    const files = join(app.folder, 'files');
    await mkdir(files, { recursive: true });
    for (const name of ['one', 'two']) await writeFile(join(files, `${name}.txt`), name);
    const Created = z.object({ module: z.object({ moduleCode: z.string() }) });
    const { module } = await app.client.call('createModule', { name: 'Cases' }, Created);
    const runner = new Runner({ app, origin: pages.origin, moduleCode: module.moduleCode, context: 'live' });
    await runner.passes([{ type: 'visit', url: '/' }]);
    return runner;
  } finally {
    vi.unstubAllEnvs();
  }
}

const Seen = z.object({ value: z.string(), page: z.object({ url: z.string(), title: z.string().optional() }) });

/** What the page has noted by now, and which one it is. */
const look = (runner: Runner, code: string) =>
  runner.app.client.call('performAction', { action: { type: 'extract', from: 'script', code, into: 'seen' } }, Seen);

/** How an action ended: neither how long it took, nor the log of the engine. */
function endOf({ type, state, error, dialogs, branch, repaired, file, actions = [] }: ActionView): object {
  const { message, expected, actual, candidates, errorHash } = error ?? {};
  const failure = error && { message, expected, actual, candidates, errorHash };
  return { type, state, failure, dialogs, branch, repaired, file, actions: actions.map(endOf) };
}

const hasOurLimit = (action: ActionInput | undefined): boolean => action?.timeoutMs === LIMIT_MS;

async function outcomeOf(runner: Runner, each: EngineCase) {
  const timed = each.actions.map((action): ActionInput => ({ timeoutMs: LIMIT_MS, ...action }));
  const actions = [{ type: 'visit', url: pathOf(each) }, ...timed];
  const options = { context: 'live', screenshots: 'off' };
  if (each.isPictured) await runner.run(actions, { ...options, updateScreenshots: true });
  const { outcome, reason, actions: done } = await runner.run(actions, options);
  const unplanned = flat(done).filter(
    ({ state, actionIndex }) => state !== 'passed' && hasOurLimit(actions[actionIndex]),
  );
  const { value, page } = await look(runner, SEEN);
  const seen = each.differsInPlace === undefined ? value : value.replace(PLACE, '');
  const shouldWork = unplanned.map(({ title, error }) => `${title}: ${error?.message}`);
  return { outcome, reason, shouldWork, actions: done.map(endOf), page, seen };
}

/** The text with each place as it is in the other text, if the two are near. */
function likened(text: string, other: string): string {
  const places = other.matchAll(PLACE);
  return text.replace(PLACE, (own, x, y) => {
    const [place = own, otherX, otherY] = places.next().value ?? [];
    const isNear = Math.abs(Number(otherX) - Number(x)) <= NEAR_PX && Math.abs(Number(otherY) - Number(y)) <= NEAR_PX;
    return isNear ? place : own;
  });
}

test('one window has our engine and the other has not', async () => {
  const isQuick = "String(!document.dispatchEvent(new CustomEvent('__steploom_frames__', { cancelable: true })))";
  const found = [];
  for (const engine of engines) found.push((await look(engine, isQuick)).value);
  expect(found).toEqual(['false', 'true']);
});

test('every kind of action that is done on pages, and every matcher, has a case', () => {
  const touched = new Set(CASES.flatMap(touchedBy));
  const wanted = [...ACTION_TYPES.filter(type => !NOT_ON_PAGES.includes(type)), ...MATCHER_NAMES];
  expect(wanted.filter(name => !touched.has(name))).toEqual([]);
  expect(NOT_ON_PAGES.filter(name => touched.has(name))).toEqual([]);
});

test('the gate goes through every kind and matcher with about a tenth of the cases, each of which has a title of its own', () => {
  const touched = new Set([...GATE_CASES].flatMap(touchedBy));
  expect(CASES.flatMap(touchedBy).filter(name => !touched.has(name))).toEqual([]);
  expect(GATE_CASES.size / CASES.length).toBeLessThan(1 / 8);
  expect(new Set(CASES.map(({ title }) => title)).size).toBe(CASES.length);
});

describe.each(Object.entries(PARTS))('both engines do the same with %s:', (_part, cases) => {
  for (const each of cases)
    test(each.title, { tags: GATE_CASES.has(each) ? [] : ['full'] }, async () => {
      const [alone, quick] = await Promise.all(engines.map(engine => outcomeOf(engine, each)));
      if (alone === undefined || quick === undefined) throw new Error('Both engines must be there.');
      expect(alone.shouldWork).toEqual([]);
      expect({ ...quick, seen: likened(quick.seen, alone.seen) }).toEqual(alone);
    });
});
