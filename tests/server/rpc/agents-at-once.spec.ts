// @module-tag full
/** Several agents at work in one project, each in a window of its own. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { connectOfficial, OFFICIAL_CLIENTS, type OfficialClientKind } from '../../support/official-clients.ts';

const TASKS = ['Cart', 'Search', 'Profile', 'Invoice'];

const pageOf = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1>
<label>${title} number <input></label><button onclick="document.cookie = 'who=${title}'; said.textContent =
'${title} ' + document.querySelector('input').value + ' ' + document.cookie">Save</button><p id="said" role="status"></p>`;

const FLOOD = '<title>Flood</title><script>for (let more = 0; more < 3; more++) open("/flood")</script>';

const runner = useRunner(
  { ...Object.fromEntries(TASKS.map(title => [`/${title}`, pageOf(title)])), '/flood': FLOOD },
  { ownBrowser: true },
);

const Text = z.object({ content: z.array(z.object({ text: z.string().optional() })), isError: z.boolean().optional() });
const Kept = z.looseObject({ kept: z.looseObject({ testCode: z.string() }) });
const Run = z.looseObject({ state: z.string() });
const Page = z.looseObject({ title: z.string() });

async function connect(kind: OfficialClientKind) {
  const { apiUrl: url, token } = await runner.app.clientWith('write');
  const client = await connectOfficial(kind, { url, token });
  return {
    client,
    async call<Reply>(name: string, given: Record<string, unknown>, reply: z.ZodType<Reply>): Promise<Reply> {
      const { content, isError } = Text.parse(await client.callTool({ name, arguments: given }));
      const text = content.map(part => part.text ?? '').join('');
      if (isError === true) throw new Error(text);
      return reply.parse(JSON.parse(text));
    },
  };
}

/** What one of them does, from a window of its own to a test that passes. */
async function work(kind: OfficialClientKind, title: string): Promise<string[]> {
  const { client, call } = await connect(kind);
  await using _client = client;
  const seen: string[] = [];
  await call('openIDE', { window: 'own' }, z.looseObject({ window: z.string() }));
  await call('navigateUrl', { url: `/${title}` }, z.looseObject({}));
  const field = `getByLabel('${title} number')`;
  for (let round = 0; round < 3; round++) {
    await call('performAction', { action: { type: 'fill', locator: field, value: String(round) } }, z.looseObject({}));
    seen.push((await call('getPageInfo', {}, Page)).title);
  }
  const kept = await call(
    'performActions',
    {
      actions: [
        { type: 'visit', url: `/${title}` },
        { type: 'fill', locator: field, value: '7' },
        { type: 'click', locator: "getByRole('button', { name: 'Save' })" },
        { type: 'assert', matcher: 'toHaveText', locator: "getByRole('status')", expected: `${title} 7 who=${title}` },
      ],
      keepAs: { moduleCode: runner.moduleCode, name: title },
    },
    Kept,
  );
  const { state } = await call('runTest', { testId: kept.kept.testCode, wait: 25 }, Run);
  seen.push(state, (await call('getPageInfo', {}, Page)).title);
  await call('closeIDE', {}, z.looseObject({}));
  return seen;
}

test('four agents do four different tasks at once, and each ends with a test of its own that passes', async () => {
  const done = await Promise.all(TASKS.map((title, index) => work(OFFICIAL_CLIENTS[index] ?? 'v1', title)));
  expect(done).toEqual(TASKS.map(title => [title, title, title, 'passed', title]));
  const { client } = runner.app;
  const { windows = [] } = await client.call(
    'getIDEState',
    {},
    z.looseObject({ windows: z.array(z.unknown()).optional() }),
  );
  expect(windows).toEqual([]);
});

test('a page that opens windows without end in the window of one ends there, and another one works on', async () => {
  const [hurt, sound] = await Promise.all([connect('v2'), connect('v1')]);
  await using _hurt = hurt.client;
  await using _sound = sound.client;
  for (const { call } of [hurt, sound]) await call('openIDE', { window: 'own' }, z.looseObject({}));
  await sound.call('navigateUrl', { url: '/Search' }, z.looseObject({}));
  const flooded = hurt
    .call('navigateUrl', { url: '/flood' }, z.looseObject({}))
    .catch((error: unknown) => String(error));
  for (let round = 0; round < 5; round++) {
    const action = { type: 'fill', locator: "getByLabel('Search number')", value: String(round) };
    expect(await sound.call('performAction', { action }, Run)).toMatchObject({ state: 'passed' });
  }
  await flooded;
  const lost = () => hurt.call('getPageInfo', {}, Page).then(JSON.stringify, String);
  await expect.poll(lost, { timeout: 20_000 }).toContain('opened more than 25 tabs');
  await hurt.call('navigateUrl', { url: '/Profile' }, z.looseObject({}));
  expect((await hurt.call('getPageInfo', {}, Page)).title).toBe('Profile');
  expect((await sound.call('getPageInfo', {}, Page)).title).toBe('Search');
  for (const { call } of [hurt, sound]) await call('closeIDE', {}, z.looseObject({}));
});
