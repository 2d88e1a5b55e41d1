/** Errors and failed requests that no action looks for, and which of them fail a test. */
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ActionInput, useRunner } from './runner-fixture.ts';

const runner = useRunner(
  {
    '/': `<title>Shop</title><button onclick="missing.call()">Throw</button>
      <button onclick="console.error('Out of stock', 7)">Warn</button>
      <button onclick="fetch('/broken')">Ask</button>
      <button onclick="fetch('/cut').catch(() => {})">Cut</button>
      <button onclick="fetch('/slow')">Later</button><p>Done</p>`,
    '/broken': (_request, response) => void response.writeHead(500).end('no'),
    '/slow': (_request, response) => void setTimeout(() => response.writeHead(503).end('no'), 200),
    '/cut': (_request, response) => void response.destroy(),
  },
  { context: 'fresh' },
);

const visit = { type: 'visit', url: '/' };
const click = (name: string) => ({ type: 'click', locator: `getByRole('button', { name: '${name}' })` });
const done = { type: 'assert', matcher: 'toBeVisible', locator: 'p' };
const failOn = (fields: object | null) => runner.call('editProject', { settings: { failOn: fields ?? {} } });

const Ended = z.object({
  run: z.object({
    items: z.array(
      z.object({
        state: z.string(),
        incidents: z.array(z.looseObject({ kind: z.string(), text: z.string(), times: z.number() })).optional(),
        actions: z.array(z.object({ state: z.string(), error: z.looseObject({ message: z.string() }).optional() })),
      }),
    ),
  }),
});

async function itemOf(actions: readonly ActionInput[], fields: object = {}) {
  const { runId } = await runner.run({ actions, ...fields });
  const [item] = Ended.parse(await runner.call('getRun', { runId })).run.items;
  if (item === undefined) throw new Error('Nothing ran.');
  return item;
}

afterEach(() => failOn(null));

describe('incidents', () => {
  test('what happens in a page is noted, and fails nothing as long as nobody says so', async () => {
    const item = await itemOf([
      visit,
      click('Throw'),
      click('Warn'),
      click('Warn'),
      click('Ask'),
      click('Cut'),
      { type: 'wait', until: 'idle' },
      done,
    ]);
    expect(item.state).toBe('passed');
    expect(item.incidents).toEqual([
      { kind: 'uncaughtError', text: 'ReferenceError: missing is not defined', times: 1 },
      { kind: 'consoleError', text: 'Out of stock 7', times: 2 },
      { kind: 'errorStatus', text: `GET ${runner.origin}/broken`, status: 500, times: 1 },
      { kind: 'failedRequest', text: `GET ${runner.origin}/cut`, reason: 'net::ERR_EMPTY_RESPONSE', times: 1 },
    ]);
  });

  test.each([
    ['uncaughtErrors', 'Throw', 'The page had an error that nothing caught: ReferenceError: missing is not defined.'],
    ['consoleErrors', 'Warn', 'The page wrote an error to the console: Out of stock 7.'],
    ['errorStatuses', 'Ask', '/broken was answered with 500.'],
    ['failedRequests', 'Cut', '/cut failed (net::ERR_EMPTY_RESPONSE).'],
  ])('with %s a test fails at the row with which it came', async (setting, button, message) => {
    await failOn({ [setting]: true });
    const item = await itemOf([visit, click(button), { type: 'wait', until: 'idle' }, done]);
    expect(item.state).toBe('failed');
    const failed = item.actions.filter(({ state }) => state === 'failed');
    expect(failed.map(({ error }) => error?.message)).toEqual([expect.stringContaining(message)]);
  });

  test('what comes after the last row fails that one', async () => {
    await failOn({ errorStatuses: true });
    const item = await itemOf([visit, click('Later')]);
    expect(item.actions.map(({ state }) => state)).toEqual(['passed', 'failed']);
  });

  test('what is allowed fails nothing, and a test may differ from the project', async () => {
    await failOn({ consoleErrors: true, errorStatuses: true, allowed: ['Out of *', `GET ${runner.origin}/bro*`] });
    const actions = [visit, click('Warn'), click('Ask'), { type: 'wait', until: 'idle' }, done];
    expect((await itemOf(actions)).state).toBe('passed');
    expect((await itemOf([visit, click('Throw'), done])).state).toBe('passed');
    expect((await itemOf([visit, click('Throw'), done], { failOn: { uncaughtErrors: true } })).state).toBe('failed');
    await failOn({ consoleErrors: true });
    expect((await itemOf([visit, click('Warn'), done])).state).toBe('failed');
    expect((await itemOf([visit, click('Warn'), done], { failOn: { consoleErrors: false } })).state).toBe('passed');
  });

  test('the health tells in how many tests it happened', async () => {
    await itemOf([visit, click('Warn'), done]);
    const Health = z.object({ incidents: z.array(z.looseObject({ text: z.string(), tests: z.number() })) });
    const { incidents } = Health.parse(await runner.call('getHealth'));
    expect(incidents.find(({ text }) => text === 'Out of stock 7')?.tests).toBeGreaterThan(0);
  });
});
