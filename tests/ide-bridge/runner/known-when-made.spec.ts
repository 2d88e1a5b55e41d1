import { EventEmitter, once } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from './runner-fixture.ts';

/** The page as it is when an action is made for it. */
const BEFORE = '<button data-testid="save" id="save">Save</button><button data-testid="undo" id="undo"></button>';
/** What was known by its test id has another name and text, under an id that says what the test id said. */
const AFTER = '<button id="save">Delete</button><button id="undo">Delete</button>';

let shown = BEFORE;
const busyPage = new EventEmitter();
const runner = useRunner({
  '/held': (_request, response) => {
    busyPage.once('free', () => response.end());
    busyPage.emit('asks');
  },
  '/': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><title>Shop</title>
      <script>addEventListener('click', () => { document.title = 'clicked'; }, true)</script>${shown}`),
});

const Elements = z.object({ elements: z.array(z.object({ ref: z.string(), locator: z.string() })) });
const Kept = z.object({ kept: z.object({ testCode: z.string() }) });

const VISIT = { type: 'visit', url: '/' };
const CLICK = { type: 'click', locator: "getByTestId('save')", fallbacks: ['#save'], timeoutMs: 2_000 };
const call = (tool: string, args: object = {}) => runner.call(tool, { moduleCode: runner.moduleCode, ...args });
const show = async (page: string) => {
  shown = page;
  await runner.call('navigateUrl', { url: '/' });
};

/** The ways to make an action; each answers the test that has it after a visit. */
const DOORS: Readonly<Record<string, () => Promise<string>>> = {
  createAction: async () => {
    const testCode = await runner.write([VISIT]);
    await call('createAction', { testCode, ...CLICK });
    return testCode;
  },
  'createAction with a ref': async () => {
    const { elements } = await runner.app.client.call('getPageElements', {}, Elements);
    const testCode = await runner.write([VISIT]);
    const found = elements.find(({ locator }) => locator.includes('undo'));
    await call('createAction', { testCode, ...CLICK, locator: found?.ref, fallbacks: ['#undo'] });
    return testCode;
  },
  createActions: async () => {
    const testCode = await runner.write([]);
    await call('createActions', { testCode, actions: [VISIT, CLICK] });
    return testCode;
  },
  createTest: () => runner.write([VISIT, CLICK]),
  'editAction, which brings the fallbacks': async () => {
    const { fallbacks, ...click } = CLICK;
    const testCode = await runner.write([VISIT, click]);
    await call('editAction', { testCode, actionIndex: 1, fallbacks });
    return testCode;
  },
  'performActions with keepAs': async () => {
    const keepAs = { moduleCode: runner.moduleCode, name: 'Kept' };
    const { kept } = await runner.app.client.call('performActions', { actions: [VISIT, CLICK], keepAs }, Kept);
    return kept.testCode;
  },
};

describe('an action that was made from the live page and never ran', () => {
  beforeEach(() => show(BEFORE));

  const named = ['createAction with a ref', 'performActions with keepAs'];
  for (const [door, make] of Object.entries(DOORS))
    test(`what ${door} makes is not done to an element with another name and text`, {
      tags: named.includes(door) ? [] : ['full'],
    }, async () => {
      const testCode = await make();
      shown = AFTER;
      const { outcome, actions } = await runner.runStored(testCode, { context: 'live' });
      expect([outcome, actions[1]?.repaired]).toEqual(['error', undefined]);
      expect(actions[1]?.error?.message).toMatch(
        /Its fallback #\w+ finds button “Delete”, which is not used: neither its name nor/,
      );
    });

  test('a fallback that was accepted as the locator is known before it has passed by itself', {
    tags: 'full',
  }, async () => {
    const testCode = await runner.write([VISIT, CLICK]);
    shown = '<button id="save">Save</button>';
    const { runId, actions } = await runner.runStored(testCode, { context: 'live' });
    expect(actions[1]?.repaired).toMatchObject({ to: '#save' });
    await show('Elsewhere');
    await runner.call('decideRepair', { runId, actionId: actions[1]?.actionId, accept: true });
    shown = '<button data-testid="save">Delete</button>';
    const again = await runner.runStored(testCode, { context: 'live' });
    expect([again.outcome, again.actions[1]?.repaired]).toEqual(['error', undefined]);
  });

  test('an edit is answered while the page is busy, and its element is known as soon as the page is free', async () => {
    const testCode = await runner.write([VISIT]);
    const asks = once(busyPage, 'asks');
    const code =
      "setTimeout(() => { const held = new XMLHttpRequest(); held.open('GET', '/held', false); held.send(); })";
    const performed = runner.call('performAction', { action: { type: 'script', code } });
    await asks;
    await call('createAction', { testCode, ...CLICK });
    busyPage.emit('free');
    await performed;
    shown = AFTER;
    const { outcome, actions } = await runner.runStored(testCode, { context: 'live' });
    expect([outcome, actions[1]?.repaired]).toEqual(['error', undefined]);
  });

  test('actions behind one that leads elsewhere are not looked up on the page that is open', {
    tags: 'full',
  }, async () => {
    const testCode = await runner.write([{ type: 'visit', url: '/elsewhere' }, CLICK]);
    await call('deleteAction', { testCode, actionIndex: 0 });
    await call('createAction', { testCode, actionIndex: 0, ...VISIT });
    shown = AFTER;
    const { actions } = await runner.runStored(testCode, { context: 'live' });
    expect(actions[1]?.repaired).toMatchObject({ to: '#save' });
  });
});
