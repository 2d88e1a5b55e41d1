import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp } from '../../support/test-app.ts';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner({
  '/': `<title>Shop</title><h1>Shop</h1><label>Name <input></label><a href="/basket">Basket</a>
    <button onclick="document.title = String(confirm('Sure?'))">Ask</button>
    <button onclick="while (true);">Hang</button>`,
  '/basket': '<title>Basket</title><h1>Basket</h1>',
  '/held': (_request, response) => {
    release = () => void response.end();
  },
});
let release: (() => void) | undefined;

const Reply = z.strictObject({
  state: z.string(),
  type: z.string(),
  title: z.string(),
  ms: z.number(),
  error: z.looseObject({ message: z.string(), candidates: z.array(z.string()).optional() }).optional(),
  dialogs: z.array(z.unknown()).optional(),
  value: z.unknown().optional(),
  screenshot: z.string().optional(),
  note: z.string().optional(),
  page: z.strictObject({ url: z.string(), title: z.string().optional() }),
});

const perform = (action: object, args: object = {}) =>
  runner.app.client.call('performAction', { action, ...args }, Reply);
const refusal = (action: object) => runner.app.client.failure('performAction', { action });

test('performAction is refused while no window is open', async () => {
  await using app = await startTestApp();
  const { data, message } = await app.client.failure('performAction', { action: { type: 'reload' } });
  expect([data.reason, data.next, message]).toEqual(['app-not-open', 'navigateUrl', 'The app window is not open.']);
});

describe('performAction', () => {
  beforeEach(async () => {
    await runner.call('navigateUrl', { url: '/' });
  });

  test('performAction performs one action on the live page, stores no run and says where the page is', async () => {
    const runs = join(runner.app.folder, '.steploom/runs');
    const known = async () => [await readdir(runs).catch(() => []), (await runner.status()).runId];
    const before = await known();
    expect(await perform({ type: 'click', locator: "getByRole('link', { name: 'Basket' })" })).toEqual({
      state: 'passed',
      type: 'click',
      title: 'Click link “Basket”',
      ms: expect.any(Number),
      page: { url: `${runner.origin}/basket`, title: 'Basket' },
    });
    expect(await known()).toEqual(before);
  });

  test('performAction reports errors as a run does, with elements that come close', async () => {
    const action = { type: 'click', locator: "getByRole('link', { name: 'Baskets' })", timeoutMs: 500 };
    expect(await perform(action)).toMatchObject({
      state: 'error',
      error: {
        message: expect.stringMatching(/^Link “Basket” is there; .*\. No element matches link “Baskets”/),
        candidates: [expect.any(String)],
      },
      page: { title: 'Shop' },
    });
    const wrong = { type: 'assert', matcher: 'toHaveTitle', expected: 'Home', timeoutMs: 100 };
    expect(await perform(wrong)).toMatchObject({ state: 'failed', error: { expected: 'Home', actual: 'Shop' } });
  });

  test('performAction answers with the value it stores, and later actions can read it', async () => {
    const stored = await perform({ type: 'extract', from: 'text', locator: 'h1', into: 'heading' });
    expect(stored.value).toBe('Shop');
    await perform({ type: 'fill', locator: 'input', value: '{{heading}} {{ 1 + 1 }}' });
    const read = await perform({ type: 'extract', from: 'value', locator: 'input', into: 'value' });
    expect(read.value).toBe('Shop 2');
  });

  test('performAction plans the answer to a dialog that the next action opens', async () => {
    await perform({ type: 'dialog', accept: true });
    const asked = await perform({ type: 'click', locator: "getByText('Ask', { exact: true })" });
    expect(asked).toMatchObject({ dialogs: [{ message: 'Sure?', answer: 'accepted' }], page: { title: 'true' } });
  });

  test('performAction answers with the address of the screenshot it takes', async () => {
    const { screenshot = '' } = await perform({ type: 'screenshot' });
    const answer = await fetch(screenshot, { headers: { authorization: `Bearer ${runner.app.client.token}` } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('performAction uses the values of an environment and shows no secret', async () => {
    await runner.call('createEnvironment', {
      name: 'Live',
      items: [
        { name: 'BASE', value: 'spring' },
        { name: 'KEY', kind: 'secret', value: 'summer-Wind-4711' },
      ],
    });
    const args = { environment: 'Live' };
    await perform({ type: 'fill', locator: 'input', value: '{{env.BASE}} {{secret.KEY}}' }, args);
    const read = await perform({ type: 'extract', from: 'value', locator: 'input', into: 'x' }, args);
    expect(read.value).toMatch(/^spring /);
    expect(JSON.stringify(read)).not.toContain('4711');
  });

  test.each([
    ['if', { type: 'if', condition: 'true' }],
    ['end', { type: 'end' }],
    ['download', { type: 'download' }],
  ])('performAction refuses %s, which means nothing by itself', async (type, action) => {
    const { code, data, message } = await refusal(action);
    expect([code, data.field]).toEqual([-32602, 'action.type']);
    expect(message).toContain(`"${type}" cannot be performed by itself`);
  });

  test('performAction performs a plugged test with its parameters', async () => {
    const typed = { type: 'fill', locator: 'input', value: '{{word}}' };
    const test = await runner.write({ name: 'Types', parameters: [{ name: 'word' }], actions: [typed] });
    expect(await perform({ type: 'plugTest', test, parameters: { word: 'plugged' } })).toMatchObject({
      state: 'passed',
    });
    const read = await perform({ type: 'extract', from: 'value', locator: 'input', into: 'x' });
    expect(read.value).toBe('plugged');
  });

  test('performAction names the field of the action that is wrong', async () => {
    expect((await refusal({ type: 'click', locator: 'getByRole(' })).data.field).toBe('action.locator');
    expect((await refusal({ type: 'clik' })).data.field).toBe('action.type');
  });

  test('performAction performs actions one after the other when several come at once', async () => {
    const typed = ['a', 'b', 'c', 'd'].map(key => perform({ type: 'press', locator: 'input', key }));
    expect((await Promise.all(typed)).map(({ state }) => state)).toEqual(Array(4).fill('passed'));
    const read = await perform({ type: 'extract', from: 'value', locator: 'input', into: 'x' });
    expect([...String(read.value)].sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('performAction is refused while a run is under way, and leaves nothing for the next run', async () => {
    await perform({ type: 'dialog', accept: true });
    await perform({ type: 'script', code: '1', into: 'one' });
    const testId = await runner.write([
      { type: 'click', locator: "getByText('Ask', { exact: true })" },
      { type: 'assert', matcher: 'toHaveTitle', expected: 'false' },
      { type: 'wait', until: 'time', value: 60_000 },
    ]);
    await runner.call('runTest', { testId, context: 'live' });
    await runner.until(({ action }) => action?.type === 'wait');
    expect((await refusal({ type: 'reload' })).data.reason).toBe('run-in-progress');
    await runner.call('stopTest');
    const gone = await perform({ type: 'fill', locator: 'input', value: '{{one}}' });
    expect(gone.error?.message).toMatch(/^No value is called one/);
  });

  test('a run that does not need the window goes on beside an action that holds it', { tags: ['full'] }, async () => {
    const testId = await runner.write([{ type: 'visit', url: '/' }]);
    const held = perform({ type: 'request', method: 'GET', url: '/held' });
    await vi.waitFor(() => expect(release).toBeDefined(), { timeout: 20_000 });
    expect(await runner.call('runTest', { testId, wait: 20 })).toMatchObject({ state: 'passed' });
    release?.();
    expect(await held).toMatchObject({ state: 'passed' });
    expect(await runner.call('runTest', { testId, wait: 20 })).toMatchObject({ state: 'passed' });
  });

  test('performAction returns with an error when the page hangs', { tags: 'full' }, async () => {
    const hung = await perform({ type: 'click', locator: "getByText('Hang')", timeoutMs: 4_000 });
    expect([hung.state, hung.page]).toEqual(['error', { url: `${runner.origin}/` }]);
    const pressed = await perform({ type: 'press', key: 'a', timeoutMs: 4_000 });
    expect(pressed.error?.message).toMatch(/ does not answer; (?:a script on it may be|.* is) in an endless loop\.$/);
  });
});
