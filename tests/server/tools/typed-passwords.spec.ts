import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { secretForms } from '../../support/secret-forms.ts';

const CANARY = 'Canary "77"+ü';

/** Shows, logs, throws and asks for what is typed into any of its fields. */
const PAGE = `<title>Sign in</title><h1>Sign in</h1>
  <label>Password <input type="password" data-testid="one"></label>
  <label>Losen <input type="password" id="other"></label>
  <label>Login name <input id="name"></label>
  <p role="status"></p><iframe></iframe>
  <script>
    for (const field of document.querySelectorAll('input')) field.oninput = () => {
      const { value } = field;
      document.querySelector('[role=status]').textContent = 'is ' + value;
      document.title = 'Sign in ' + value;
      console.error('typed ' + value, btoa(unescape(encodeURIComponent(value))), JSON.stringify({ value }));
      fetch('/missing?key=' + encodeURIComponent(value) + '&' + new URLSearchParams({ value })).catch(() => {});
      history.replaceState(null, '', '?key=' + encodeURIComponent(value));
      if (value.length > 10) setTimeout(() => { throw new Error('Bad value ' + value); });
    };
  </script>`;

const runner = useRunner({ '/': PAGE, '/missing': (_request, response) => void response.writeHead(404).end() });

const say = async (name: string, args: object = {}): Promise<string> => JSON.stringify(await runner.call(name, args));

const visit = { type: 'visit', url: '/' };
const missing = {
  type: 'assert',
  locator: "getByRole('status')",
  matcher: 'toHaveText',
  expected: 'is 1',
  timeoutMs: 99,
};
const read = { type: 'extract', locator: "getByRole('status')", from: 'text', into: 'said' };

/** What every tool tells that looks at the window. */
async function looks(): Promise<readonly string[]> {
  const action = { type: 'click', locator: "getByRole('status')" };
  return Promise.all([
    say('getConsoleLog'),
    say('getNetworkLog'),
    say('getPageInfo'),
    say('getPageElements', { interactiveOnly: false, locators: true }),
    say('getAppUrl'),
    say('validateActions', { actions: [action] }),
    say('waitForPageReady'),
    say('getIDEState').catch(String),
    say('performAction', { action: { ...missing } }),
    say('performAction', { action: read }),
    say('performActions', { actions: [read, missing] }),
  ]);
}

function expectMasked(texts: readonly string[]): void {
  const all = texts.join('\n');
  for (const form of secretForms(CANARY)) expect(all).not.toContain(form);
  for (const trace of ['typed ••••', 'key=••••', 'is ••••', 'Bad value ••••']) expect(all).toContain(trace);
}

const TYPED = { type: 'fill', locator: "locator('#other')", value: CANARY };
const WAYS: Record<string, typeof TYPED & { keyByKey?: boolean }> = {
  'into a field that only its type tells': TYPED,
  'into a field that its label tells': { ...TYPED, locator: "getByLabel('Password')" },
  'key by key': { ...TYPED, locator: "getByLabel('Password')", keyByKey: true },
  'key by key into a field that only its type tells': { ...TYPED, keyByKey: true },
};

describe.each(Object.entries(WAYS))('a password typed %s', (_name, fill) => {
  const how = fill === TYPED ? {} : { tags: 'full' as const };

  test(
    'what was typed into a password field of the live page is masked by every tool that looks at the page',
    how,
    async () => {
      const typed = await say('performActions', { actions: [visit, fill] });
      expectMasked([typed, ...(await looks())]);
    },
  );

  test(
    'what a run typed into a password field is masked in its files, and by every tool that looks at its page',
    how,
    async () => {
      const test = await runner.write([visit, fill, read, missing]);
      const { runId } = await runner.runStored(test);
      const folder = join(runner.app.folder, '.steploom', 'runs', runId);
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const texts = files.flatMap(each => (/json$/.test(each.name) ? [join(each.parentPath, each.name)] : []));
      expect(texts.some(path => path.endsWith('console.ndjson'))).toBe(true);
      const kept = await Promise.all(texts.map(path => readFile(path, 'utf8')));
      expectMasked([...kept, await say('getTestResults'), await say('getTestStatus'), ...(await looks())]);
    },
  );
});

test('keys that are pressed one by one in a password field are masked as the text that they type', async () => {
  const press = (key: string) => ({ type: 'press', key, locator: "getByLabel('Password')" });
  await say('performActions', { actions: [visit, press('h u n t e r 2'), press('9'), press('9')] });
  const all = (await looks()).join('\n');
  expect(all).toContain('typed ••••');
  expect(all).not.toMatch(/hunte/);
});

test('what was typed into another field, and a word that only holds the password, stay as they are', async () => {
  const fills = [
    { type: 'fill', locator: "getByLabel('Password')", value: 'rose' },
    { type: 'fill', locator: "getByLabel('Login name')", value: 'roses are fine' },
  ];
  await say('performActions', { actions: [visit, ...fills] });
  const log = await say('getConsoleLog');
  expect(log).toContain('typed ••••');
  expect(log).toContain('typed roses are fine');
  expect(await say('getTestResults').catch(String)).not.toContain('rose••••');
});

test('a fresh window knows nothing of what was typed into the last one', async () => {
  const Entries = z.object({ entries: z.array(z.looseObject({ text: z.string() })) });
  await say('performActions', {
    actions: [visit, { type: 'fill', locator: "getByLabel('Password')", value: 'thyme' }],
  });
  const fill = { type: 'fill', locator: "getByLabel('Login name')", value: 'thyme' };
  await say('performActions', { actions: [visit, fill], context: 'fresh' });
  const { entries } = await runner.app.client.call('getConsoleLog', {}, Entries);
  expect(entries.map(({ text }) => text).join('\n')).toContain('typed thyme');
});
