import { expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';

const runner = useRunner({
  '/': `<title>Shop</title>
    <button onclick="throw new TypeError('no basket')">Throw</button>
    <button onclick="Promise.reject(new Error('no stock'))">Reject</button>
    <button onclick="setTimeout(() => { throw 'a bare text' })">Later</button>
    <button onclick="fetch('/gone').then(() => { throw new Error('no answer') })">Ask</button>
    <button onclick="console.error('only written')">Write</button>
    <button onclick="try { throw new Error('caught') } catch {}">Catch</button>
    <button onclick="for (let i = 0; i < 40; i++) setTimeout(() => { throw new Error(i < 20 ? 'again' : 'no. ' + i + 'x'.repeat(5_000)) })">Flood</button>
    <iframe src="/inner"></iframe>`,
  '/inner': '<button onclick="missing()">Inside</button>',
  '/broken': '<title>Broken</title><script>undefinedFunction()</script>',
  '/gone': (_request, response) => void response.writeHead(503).end(),
});

const Errors = z.array(
  z.strictObject({
    message: z.string(),
    url: z.string().optional(),
    line: z.number().optional(),
    times: z.number().optional(),
  }),
);
const Reply = z.looseObject({ state: z.string(), pageErrors: Errors.optional() });

const click = (name: string) => ({ type: 'click', locator: `getByRole('button', { name: '${name}' })` });
const perform = (...actions: object[]) => runner.app.client.call('performActions', { actions }, Reply);
const messagesOf = ({ pageErrors = [] }: z.output<typeof Reply>) => pageErrors.map(({ message }) => message);

test('performActions tells each uncaught error of the page beside what failed, and nothing that was caught', async () => {
  await perform({ type: 'visit', url: '/' });
  expect(await perform(click('Throw'))).toMatchObject({
    state: 'passed',
    pageErrors: [{ message: 'TypeError: no basket', url: `${runner.origin}/`, line: 2 }],
  });
  expect(messagesOf(await perform(click('Reject'), click('Later')))).toEqual(['Error: no stock', 'a bare text']);
  expect(await perform(click('Ask'))).toMatchObject({
    failedRequests: [{ url: `${runner.origin}/gone`, status: 503 }],
    pageErrors: [{ message: 'Error: no answer' }],
  });
  expect((await perform(click('Write'), click('Catch'))).pageErrors).toBeUndefined();
});

test('performActions tells errors in frames and of pages that are visited, many of them in short', async () => {
  await perform({ type: 'visit', url: '/' });
  const inside = { type: 'click', locator: "frameLocator('iframe').getByRole('button')" };
  expect(await perform(inside)).toMatchObject({
    pageErrors: [{ message: 'ReferenceError: missing is not defined', url: `${runner.origin}/inner` }],
  });
  const { pageErrors = [] } = await perform(click('Flood'));
  expect(pageErrors).toHaveLength(10);
  expect(pageErrors.at(-1)?.message).toMatch(/^Error: no\. 39x+/);
  expect(Math.max(...pageErrors.map(({ message }) => message.length))).toBeLessThan(600);
  expect(messagesOf(await perform({ type: 'visit', url: '/broken' }))).toEqual([
    'ReferenceError: undefinedFunction is not defined',
  ]);
});

test('performAction tells what the page failed at during the one action, the same error once', async () => {
  await perform({ type: 'visit', url: '/' });
  const one = (action: object) => runner.app.client.call('performAction', { action }, Reply);
  expect(await one(click('Throw'))).toMatchObject({
    state: 'passed',
    pageErrors: [{ message: 'TypeError: no basket' }],
  });
  expect(await one({ ...click('Throw'), type: 'dblclick' })).toMatchObject({
    pageErrors: [{ message: 'TypeError: no basket', times: 2 }],
  });
  expect(await one(click('Ask'))).toMatchObject({ failedRequests: [{ status: 503 }] });
  expect((await one(click('Catch'))).pageErrors).toBeUndefined();
});
