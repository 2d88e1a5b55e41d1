import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { reporters } from '../../../server/reports/index.ts';
import { flat, useRunner } from './runner-fixture.ts';

const runner = useRunner({ '/': '<title>Shop</title><h1>Shop</h1><button>Ann</button>' });

const ENVIRONMENT = {
  name: 'Titles',
  items: [
    { name: 'user', value: 'Ann', kind: 'variable' },
    { name: 'PIN', value: '4x7abc', kind: 'secret' },
  ],
};
const QUICK = { timeoutMs: 300 };
const USER = '{{ user }}';
const run = async (actions: { type: string; [field: string]: unknown }[]) => {
  const known = await runner.call('provisionEnvironments', { environments: [ENVIRONMENT] });
  expect(known).toBeDefined();
  const results = await runner.run([{ type: 'visit', url: '/' }, ...actions], {
    environment: 'Titles',
    context: 'live',
  });
  return flat(results.actions)
    .slice(1)
    .map(({ round, title }) => (round === undefined ? title : `${round}: ${title}`));
};

test('remarks and groups are titled with their values, and what has none stays as it is written', async () => {
  expect(
    await run([
      { type: 'group', title: `What ${USER} does` },
      { type: 'comment', text: `${USER} has {{ secret.PIN }}` },
      { type: 'comment', text: `${USER} has {{ nobody }}; {{ broken` },
      { type: 'end' },
    ]),
  ).toEqual(['What Ann does', 'Ann has ••••', `${USER} has {{ nobody }}; {{ broken`]);
});

test('actions behind a failure are titled with values, as far as there are any', async () => {
  expect(
    await run([
      { type: 'script', code: 'throw new Error("no")' },
      { type: 'fill', locator: `getByLabel('${USER}')`, value: '{{ secret.PIN }}' },
      { type: 'screenshot', name: '{{ var.later }}' },
    ]),
  ).toEqual([expect.any(String), 'Type “••••” into field “Ann”', 'Take screenshot “{{ var.later }}”']);
});

test('cells of a table that is written by hand are computed, in each round', async () => {
  const rows = [
    { name: USER, pin: '{{ secret.PIN }}', count: '{{ 1 + 1 }}', code: 7 },
    { name: '{{ $uppercase(user) }}', pin: 'none', count: '3', code: 8 },
  ];
  expect(
    await run([
      { type: 'loop', rows },
      { type: 'comment', text: '{{ name }} {{ pin }} {{ $number(count) + code }}' },
      { type: 'end' },
    ]),
  ).toEqual(['Loop over 2 rows', '1: Ann •••• 9', '2: ANN none 11']);
});

test('what a value brings is no template of its own, and a cell that cannot be computed is told', async () => {
  const code = '([{ name: "{{ secret.PIN }}" }])';
  const looped = (rows: unknown) => [
    { type: 'script', code, into: 'list' },
    { type: 'loop', rows },
    { type: 'comment', text: '{{ name }}' },
    { type: 'end' },
  ];
  expect(await run(looped('{{ list }}'))).toContain('1: {{ secret.PIN }}');
  const failed = await runner.fails([{ type: 'visit', url: '/' }, ...looped([{ name: '{{ nobody }}' }])]);
  expect(failed.error.message).toContain('nobody');
});

test('the status of a run names the action under way with its values', { tags: 'full' }, async () => {
  await runner.call('provisionEnvironments', { environments: [ENVIRONMENT] });
  const testId = await runner.write([
    { type: 'visit', url: '/' },
    { type: 'wait', until: 'visible', locator: `getByText('Not ${USER}')` },
  ]);
  await runner.call('runTest', { testId, environment: 'Titles' });
  const { action } = await runner.until(status => status.action?.type === 'wait');
  expect(action?.title).toBe('Wait until “Not Ann” is visible');
  await runner.call('stopTest');
  await runner.until(({ state }) => state === 'stopped');
});

test('every report of a run tells values, and neither templates nor secrets', async () => {
  await runner.call('provisionEnvironments', { environments: [ENVIRONMENT] });
  const testCode = await runner.write({
    name: `Look up ${USER}`,
    data: { rows: [{ column: USER }] },
    actions: [
      { type: 'visit', url: '/' },
      { type: 'comment', text: `Now ${USER}` },
      { type: 'click', locator: "getByRole('button', { name: {{ column }} })" },
      { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: '{{ column }} {{ secret.PIN }}', ...QUICK },
      { type: 'comment', text: '{{ column }} again' },
    ],
  });
  const { runId, items } = await runner.runStored(testCode, { environment: 'Titles', context: 'live' });
  expect(items).toMatchObject([{ title: 'Look up Ann (row 1)', row: { values: { column: 'Ann' } } }]);
  // The run is of the test with all its rows, which has the name that is written.
  const runTitle = `Pages › Look up ${USER}`;
  for (const format of Object.keys(reporters)) {
    const { path } = await runner.app.client.call(
      'getReport',
      { runId, format, as: 'file' },
      z.object({ path: z.string() }),
    );
    const bytes = await readFile(path);
    const texts = path.endsWith('.zip') ? Object.values(unzipSync(bytes)) : [bytes];
    const whole = texts
      .map(text => Buffer.from(text).toString())
      .join('\n')
      .replaceAll(runTitle, '');
    if (!['progress', 'github'].includes(format)) expect.soft(whole, format).toContain('Ann');
    expect.soft(whole.match(/.{0,40}\{\{ (?:user|column|secret)/g), format).toBeNull();
    expect.soft(whole, format).not.toContain('4x7abc');
  }
});
