import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';

let visits = 0;

const runner = useRunner(
  {
    '/': `<title>Sign in</title><h1>Sign in</h1><form action="/home"><label>Email <input name="email"></label>
    <label>Password <input type="password" name="password"></label><button>Sign in</button></form>
    <a href="/help">Help</a><p>Hello <b>new</b> guest</p>
    <ul><li>Ann <button>Delete</button></li><li>Bob <button onclick="this.textContent = 'Gone'">Delete</button></li></ul>`,
    '/home': '<title>Home</title><h1>Welcome</h1><nav><a href="/">Sign out</a></nav>',
    '/help': '<title>Help</title><h1>How it works</h1>',
    '/late': `<title>Late</title><script>setTimeout(() => { document.body.innerHTML = '<button>At last</button>' }, 1200)</script>`,
    '/once': (_request, response) => {
      visits += 1;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(visits === 1 ? '<button>First</button>' : '<p>Too late</p>');
    },
  },
  { isAnew: true },
);

const Reply = z.looseObject({
  state: z.string(),
  done: z.array(z.looseObject({ title: z.string() })),
  failed: z.looseObject({ error: z.looseObject({ message: z.string() }).optional() }).optional(),
  came: z.array(z.string()).optional(),
  changed: z.array(z.string()).optional(),
  page: z.looseObject({ url: z.string(), title: z.string().optional() }),
});
const Kept = z.looseObject({
  kept: z.looseObject({ moduleCode: z.string(), testCode: z.string() }).optional(),
  actions: z.array(z.string()),
  outcome: z.string().optional(),
  failure: z.looseObject({ message: z.string() }).optional(),
});
const Listed = z.object({
  actions: z.array(z.object({ number: z.number(), title: z.string(), detour: z.boolean().optional() })),
});

const lines = (...all: string[]) => runner.app.client.call('performActions', { lines: all.join('\n') }, Reply);
const fresh = (...all: string[]) =>
  runner.app.client.call('performActions', { lines: all.join('\n'), context: 'fresh' }, Reply);
const keep = (more: object = {}) =>
  runner.app.client.call('keepPerformedActions', { name: 'Sign in', moduleCode: 'Members', ...more }, Kept);
const titles = async () => {
  const { actions } = await runner.app.client.call('getPerformedActions', {}, Listed);
  return actions.map(({ title, detour }) => `${title}${detour ? ' (detour)' : ''}`);
};
const testsOf = async () =>
  (await runner.app.client.call('getTests', {}, z.object({ tests: z.array(z.looseObject({ name: z.string() })) })))
    .tests;

describe('lines', () => {
  test('name elements by label, role and text, and the test that is kept has durable locators', async () => {
    const done = await fresh(
      'open /',
      'fill Email ada@example.com',
      'fill Password x',
      'click button "Sign in"',
      'expect heading Welcome',
    );
    expect(done).toMatchObject({ state: 'passed', page: { title: 'Home' } });
    const { kept, outcome } = await keep();
    expect(outcome).toBe('passed');
    const Stored = z.object({ actions: z.array(z.looseObject({ locator: z.string().optional() })) });
    const { actions } = await runner.app.client.call('getActions', { testCode: kept?.testCode }, Stored);
    expect(actions.map(({ locator }) => locator)).toEqual([
      undefined,
      "getByRole('textbox', { name: 'Email' })",
      "getByRole('textbox', { name: 'Password' })",
      "getByRole('button', { name: 'Sign in' })",
      "getByRole('heading', { name: 'Welcome' })",
    ]);
  });

  test('one of several is chosen by its place or by what it is in, and else all of them are named', async () => {
    await fresh('open /');
    const refusal = await runner.app.client.failure('performActions', { lines: 'click Delete' });
    expect(refusal.message).toContain('2 elements fit "Delete"; name one by its ref, or add --nth or --in:');
    expect(await lines('click Delete in listitem Bob')).toMatchObject({ state: 'passed' });
    expect((await lines('expect button Gone')).state).toBe('passed');
  });

  test('a name that nothing has is answered with what is nearest, and what comes late is waited for', async () => {
    await fresh('open /');
    const refusal = await runner.app.client.failure('performActions', { lines: 'fill "E-mail" x' });
    expect(refusal.message).toMatch(/There is no "E-mail" on the page\. Nearest:\ne\d+ textbox "Email"/);
    expect((await fresh('open /late', 'click "At last"')).state).toBe('passed');
  });

  test('a ref that finds nothing any more is found again by what it was, or said to be gone', async () => {
    const { came = [] } = await fresh('open /');
    const ref = came.find(line => line.includes('link "Help"'))?.split(' ')[0] ?? 'none';
    expect((await lines(`click ${ref}`, 'back', `click ${ref}`)).page.title).toBe('Help');
    const refusal = await runner.app.client.failure('performActions', { lines: `click ${ref}` });
    expect(refusal.message).toContain(`${ref} (link "Help") is gone.`);
    expect((await runner.app.client.failure('performActions', { lines: 'click e9999' })).message).toContain(
      'No element was listed as e9999',
    );
  });

  test('a text that several elements make up is found, and one that is not there can be expected so', async () => {
    await fresh('open /');
    expect((await lines('expect text "Hello new guest"', 'expect "Good bye" hidden')).state).toBe('passed');
  });

  test('what a field was filled with is not told again, and everything is read before anything is done', async () => {
    await fresh('open /');
    expect((await lines('fill Email a@example.com')).changed).toBeUndefined();
    await runner.app.client.failure('performActions', { lines: 'fill Email b@example.com\nclick' });
    expect((await lines('expect textbox Email value a@example.com')).state).toBe('passed');
  });

  test('actions and lines are given one at a time', async () => {
    const both = { lines: 'back', actions: [{ type: 'goBack' }] };
    expect((await runner.app.client.failure('performActions', both)).message).toContain('not both');
    expect((await runner.app.client.failure('performActions', {})).message).toContain('Give "actions" or "lines"');
    expect((await runner.app.client.failure('performActions', { lines: '# nothing' })).message).toContain(
      'no line with a verb',
    );
  });
});

describe('what was performed', () => {
  test('is kept without detours', async () => {
    await fresh('open /help', 'open /', 'click link Help', 'back', 'fill Email a', 'fill Email b');
    expect(await titles()).toEqual([
      'Go to /help (detour)',
      'Go to /',
      'Click link “Help” (detour)',
      'Go back (detour)',
      'Type “a” into textbox “Email” (detour)',
      'Type “b” into textbox “Email”',
    ]);
    expect((await keep()).actions).toEqual(['Go to /', 'Type “b” into textbox “Email”']);
  });

  test('loses its last action when that is dropped, and begins anew with a fresh window', async () => {
    await fresh('open /', 'fill Email a');
    const Dropped = z.object({ dropped: z.string(), left: z.number() });
    expect(await runner.app.client.call('dropPerformedAction', {}, Dropped)).toEqual({
      dropped: 'Type “a” into textbox “Email”',
      left: 1,
    });
    await fresh('open /help');
    expect(await titles()).toEqual(['Go to /help']);
  });

  test('is not kept where it does not pass from a fresh start, and nothing of it stays', async () => {
    visits = 0;
    await fresh('open /once', 'click First');
    const before = await testsOf();
    const { kept, outcome, failure } = await keep({ name: 'Only once', moduleCode: 'Nothing else' });
    expect({ kept, outcome }).toEqual({ kept: undefined, outcome: 'error' });
    expect(failure?.message).toContain('First');
    expect(await testsOf()).toEqual(before);
    const Modules = z.object({ modules: z.array(z.looseObject({ name: z.string() })) });
    const { modules } = await runner.app.client.call('getModules', {}, Modules);
    expect(modules.map(({ name }) => name)).not.toContain('Nothing else');
  });

  test('is stored without a run where that is asked for, and from an action on that there is', async () => {
    await fresh('open /', 'fill Email a');
    expect(await keep({ from: 2, tryFirst: false })).toMatchObject({
      kept: {},
      actions: ['Type “a” into textbox “Email”'],
    });
    expect(
      await runner.app.client.failure('keepPerformedActions', { name: 'A', moduleCode: 'B', from: 9 }),
    ).toMatchObject({
      message: expect.stringContaining('there is no number 9'),
    });
  });
});
