import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from './runner-fixture.ts';

const SECRET = 'pa55 & "wörd"';

const runner = useRunner({
  '/': `<title>Page</title><h1></h1><label>Name <input></label><label>Other <textarea></textarea></label>
    <p id="echo"></p><script>document.querySelector('input').oninput = event => { echo.textContent = event.target.value }</script>`,
  '/cookie': (request, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('set-cookie', 'seen=yes');
    response.end(`<title>Cookie</title><p>${request.headers.cookie ?? 'none'}</p>`);
  },
});

const visit = { type: 'visit', url: '/' };
const fill = (value: string) => ({ type: 'fill', locator: "getByLabel('Other')", value });
const shows = (expected: string) => ({
  type: 'assert',
  matcher: 'toHaveValue',
  locator: "getByLabel('Other')",
  expected,
  timeoutMs: 1_000,
});
const says = (template: string, expected: string) => [fill(template), shows(expected)];

async function moduleWithData(data: object): Promise<string> {
  const reply = await runner.app.client.call(
    'createModule',
    { name: 'With data' },
    z.object({ module: z.object({ moduleCode: z.string() }) }),
  );
  await runner.call('editModule', { moduleCode: reply.module.moduleCode, data });
  return reply.module.moduleCode;
}

describe('a bare name', () => {
  test('a bare name means the nearest layer that has it', { tags: ['full'] }, async () => {
    const names = ['given', 'kept', 'row', 'mod', 'proj', 'envi'];
    await runner.call('editProject', { data: { proj: 'project', row: 'project', mod: 'project' } });
    await runner.call('createEnvironment', {
      name: 'Layers',
      items: names.map(name => ({ name, value: 'environment' })),
    });
    const moduleCode = await moduleWithData({ mod: 'module', row: 'module', kept: 'module' });
    const template = '{{given}} {{kept}} {{row}} {{mod}} {{proj}} {{envi}} {{env.given}} {{var.kept}}';
    const results = await runner.run(
      {
        moduleCode,
        parameters: [
          { name: 'given', default: 'default' },
          { name: 'other', default: '{{ given & "!" }}' },
        ],
        data: { rows: [{ row: 'row', kept: 'row', given: 'row' }] },
        actions: [
          visit,
          { type: 'script', code: '"variable"', into: 'kept' },
          ...says(template, 'row variable row module project environment environment variable'),
          { type: 'loop', rows: [{ given: 'loop' }] },
          ...says('{{given}} {{ $uppercase(given) }}', 'loop LOOP'),
          { type: 'end' },
        ],
      },
      { environment: 'Layers' },
    );
    expect(results).toMatchObject({ outcome: 'passed', items: [{ state: 'passed', row: { index: 0 } }] });
  });

  test('a value given to the run wins over the row and the default of a parameter', async () => {
    const code = await runner.write({
      parameters: [
        { name: 'who', default: 'Nobody' },
        { name: 'what', default: '{{ 1 + 1 }}' },
      ],
      actions: [visit, ...says('{{who}} {{what}} {{run.test}}', '{{ expected }}')],
      data: { rows: [{ expected: 'Ann 2 A test', who: 'Bob' }] },
    });
    expect(await runner.runStored(code, { parameters: { who: 'Ann' } })).toMatchObject({ outcome: 'passed' });
  });

  test('one row of the data runs by itself; one that is not there is refused', async () => {
    const code = await runner.write({
      actions: [visit, ...says('{{who}}', 'Bob')],
      data: { rows: [{ who: 'Ann' }, { who: 'Bob' }] },
    });
    const { items, outcome } = await runner.runStored(code, { row: 1 });
    expect([outcome, items.map(({ row }) => row)]).toEqual(['passed', [{ index: 1, values: { who: 'Bob' } }]]);
    const refused = await runner.app.client.failure('runTest', { testId: code, row: 2 });
    expect([refused.data.reason, refused.data.field]).toEqual(['not-found', 'row']);
    expect(refused.message).toBe(`No row 2 in test ${code}: its data has 2 rows.`);
    const plain = await runner.write([visit]);
    const none = await runner.app.client.failure('runTest', { testId: plain, row: 0 });
    expect(none.message).toBe(`No row 0 in test ${plain}: it has no data.`);
  });

  test('an unknown name fails the action, and the error names those that exist', async () => {
    const { error, state } = await runner.fails([
      visit,
      { type: 'script', code: '1', into: 'total' },
      fill('{{totl}}'),
    ]);
    expect(state).toBe('error');
    expect(error.message).toMatch(/^No value is called totl; there are total/);
  });
});

describe('data', () => {
  test('data may be computed from other data, and a broken value fails only actions that use it', {
    tags: ['full'],
  }, async () => {
    await runner.call('createEnvironment', {
      name: 'Data',
      items: [
        { name: 'HOST', value: 'example' },
        { name: 'KEY', kind: 'secret', value: SECRET },
      ],
    });
    await runner.call('editProject', { data: { base: '{{env.HOST}}.com', broken: '{{ 1 + "a" }}' } });
    const moduleCode = await moduleWithData({ start: '{{base}}/start', size: '{{ 2 * 3 }}', base: 'module' });
    const { items, runId } = await runner.run(
      {
        moduleCode,
        data: { rows: [{ target: '{{start}}?n={{size + 1}}', login: '{{secret.KEY}}', plain: '\\{{ as it is }}' }] },
        actions: [
          visit,
          ...says('{{target}} {{ $uppercase(base) }} {{plain}}', 'example.com/start?n=7 MODULE \\{{ as it is }}'),
          fill('{{login}}'),
          {
            type: 'assert',
            matcher: 'toPassScript',
            expected: `document.querySelector('textarea').value === ${JSON.stringify(SECRET)}`,
          },
          { ...fill('{{broken}}'), onFailure: 'continue' },
          { type: 'if', condition: 'login = "x"', onFailure: 'continue' },
          { type: 'end' },
          { ...fill('{{broken & target}}'), onFailure: 'continue' },
        ],
      },
      { environment: 'Data' },
    );
    await runner.call('editProject', { data: null });
    const [item] = items;
    const states = item?.actions.map(({ state }) => state);
    expect(states).toEqual(['passed', 'passed', 'passed', 'passed', 'passed', 'error', 'error', 'error']);
    expect(item?.actions[5]?.error?.message).toMatch(/^\{\{ 1 \+ "a" \}\} failed: /);
    expect(item?.actions[6]?.error?.message).toMatch(/reads a secret/);
    expect(item?.actions[7]?.error?.message).toMatch(/^\{\{ 1 \+ "a" \}\} failed: /);
    const stored = await readFile(join(runner.app.folder, '.steploom', 'runs', runId, 'run.json'), 'utf8');
    expect(stored).not.toContain('pa55');
  });
});

describe('data rows', () => {
  test('each data row runs in a browser context of its own', { tags: 'full' }, async () => {
    const { items, outcome } = await runner.run({
      name: 'Rows',
      data: {
        rows: [
          { name: 'Ann', age: 3, isNew: true },
          { name: 'Bob', age: 4, isNew: false },
          { name: 'Eve', age: 5, isNew: true },
        ],
      },
      actions: [
        { type: 'visit', url: '/cookie' },
        { type: 'assert', matcher: 'toHaveText', locator: 'p', expected: 'none', timeoutMs: 500 },
        { type: 'reload' },
        { type: 'assert', matcher: 'toHaveText', locator: 'p', expected: 'seen=yes' },
        visit,
        ...says(
          '{{name}} {{age + 1}} {{isNew}}',
          "{{ {'Ann': 'Ann 4 true', 'Bob': 'wrong', 'Eve': 'Eve 6 true'} ~> $lookup(name) }}",
        ),
      ],
    });
    expect(outcome).toBe('failed');
    expect(items.map(({ title, state, row }) => [title, state, row?.index])).toEqual([
      ['Rows (row 1)', 'passed', 0],
      ['Rows (row 2)', 'failed', 1],
      ['Rows (row 3)', 'passed', 2],
    ]);
  });
});

describe('secrets', () => {
  beforeAll(async () => {
    await runner.call('createEnvironment', {
      name: 'Secrets',
      items: [
        { name: 'PASSWORD', kind: 'secret', value: SECRET },
        { name: 'HOST', value: 'example' },
      ],
    });
  });

  test('a secret reaches the page and appears nowhere else', async () => {
    const inner = await runner.write({
      name: 'Sign in',
      parameters: [{ name: 'password' }],
      actions: [{ type: 'fill', locator: "getByLabel('Name')", value: '{{password}}' }],
    });
    const code = await runner.write([
      visit,
      { type: 'plugTest', test: inner, parameters: { password: '{{secret.PASSWORD}}' } },
      {
        type: 'assert',
        matcher: 'toPassScript',
        expected: `document.querySelector('input').value === ${JSON.stringify(SECRET)}`,
      },
      { type: 'extract', from: 'value', locator: "getByLabel('Name')", into: 'kept' },
      {
        type: 'assert',
        matcher: 'toHaveText',
        locator: '#echo',
        expected: 'nothing',
        timeoutMs: 50,
        onFailure: 'continue',
      },
      { type: 'click', locator: "getByText('{{secret.PASSWORD}} is not here')", timeoutMs: 50, onFailure: 'continue' },
      { type: 'if', condition: '$$."secret".PASSWORD = "x"', onFailure: 'continue' },
      { type: 'end' },
      { type: 'script', code: `throw new Error(document.querySelector('input').value)` },
    ]);
    const results = await runner.runStored(code, { environment: 'Secrets' });
    expect(results.actions.map(({ state }) => state)).toEqual([
      ...['passed', 'passed', 'passed', 'passed', 'failed', 'error', 'error', 'error'],
    ]);
    expect(results.actions[4]?.error?.actual).toMatch(/^•+$|^\*+$|secret/);
    const folder = join(runner.app.folder, '.steploom', 'runs', results.runId);
    const stored = await Promise.all(['run.json', 'messages.ndjson'].map(name => readFile(join(folder, name), 'utf8')));
    for (const text of [JSON.stringify(results), ...stored]) expect(text).not.toContain('pa55');
    expect(results.actions[6]?.error?.message).toMatch(
      /reads a secret; secrets can be used in the fields of actions, not in conditions/,
    );
  });

  test('missing secrets and environment values are named before the run starts', async () => {
    const code = await runner.write([visit, fill('{{env.NOT_THERE}} {{secret.NOR_THAT}}')]);
    const before = await runner.status();
    const error = await runner.app.client.failure('runTest', { testId: code, environment: 'Secrets' });
    expect(error.message).toBe(
      'The test needs env.NOT_THERE, secret.NOR_THAT, but the environment "Secrets" does not have them. Set them with editEnvironment.',
    );
    expect((await runner.status()).runId).toBe(before.runId);
  });
});

test('a test with an empty list of rows is refused rather than passed without having run', async () => {
  const testId = await runner.write({ data: { rows: [] }, actions: [visit] });
  const { data, message } = await runner.app.client.failure('runTest', { testId });
  expect([data.reason, message]).toEqual([
    'invalid-project',
    expect.stringContaining('it has no rows, so that nothing'),
  ]);
});
