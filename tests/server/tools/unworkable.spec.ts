import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closedShop } from '../../support/reopened-shop.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const place = { moduleCode: 'm1', testCode: 't1' };

describe('what cannot work is refused', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop();
    await shop.author.module('A');
    await shop.author.test('m1', 'One');
  });

  afterAll(() => shop[Symbol.asyncDispose]());

  it.each([
    [{ type: 'fill', locator: '#a', value: '{{ 1 + }}' }, 'value', /\{\{ 1 \+ \}\} cannot be read: it ends too early/],
    [
      { type: 'visit', url: '/{{ a b }}' },
      'url',
      /Syntax error: "b", at position 3; .*; write \\\{\{ for plain braces/,
    ],
    [{ type: 'select', locator: '#a', values: ['x', '{{ ( }}'] }, 'values[1]', /cannot be read/],
    [{ type: 'select', locator: '#a', values: '{{ ( }}' }, 'values', /cannot be read/],
    [{ type: 'select', locator: '#a', values: false }, 'values', /must be an array, not false/],
    [{ type: 'fill', locator: '#a', value: `{{ ${'('.repeat(50_000)} }}` }, 'value', /nested too deeply/],
    [{ type: 'if', condition: 'count >' }, 'condition', /\{\{ count > \}\} cannot be read/],
    [{ type: 'loop', while: '{{ [1.. }}' }, 'while', /cannot be read: Expected "\]"/],
    [{ type: 'if', condition: '$match(a, /[b-a]/)' }, 'condition', /Range out of order/],
    [{ type: 'if', condition: 'secret.password = "x"' }, 'condition', /reads a secret/],
    [{ type: 'script', code: 'let a = ;' }, 'code', /The JavaScript does not parse: Unexpected token ';'/],
    [{ type: 'extract', from: 'script', code: 'if (', into: 'x' }, 'code', /The JavaScript does not parse/],
    [{ type: 'assert', matcher: 'toPassScript', expected: 'a b' }, 'expected', /The JavaScript does not parse/],
    [{ type: 'wait', until: 'script', value: 'window.' }, 'value', /The JavaScript does not parse/],
    [{ type: 'press', key: 'Ctrl+A' }, 'key', /Did you mean "Control"/],
    [{ type: 'visit', url: 'javascript:alert(1)' }, 'url', /http and https addresses only/],
  ])('an action that cannot work is refused with its field: %j', async (action, field, message) => {
    const { author } = shop;
    const single = await author.client.failure('createAction', { ...place, ...action });
    expect([single.code, single.data.reason, single.data.field]).toEqual([-32602, 'invalid-params', field]);
    expect(single.message).toMatch(message);
    for (const tool of ['createActions', 'createTest', 'editTest']) {
      const named = {
        ...(tool === 'createTest' ? { moduleCode: 'm1' } : place),
        ...(tool !== 'createActions' && { name: 'X' }),
      };
      const many = await author.client.failure(tool, { ...named, actions: [{ type: 'reload' }, action] });
      expect([many.code, many.data.field]).toEqual([-32602, `actions[1].${field}`]);
      expect(many.message).toMatch(message);
    }
    expect(await author.actions(place)).toEqual([]);
  });

  it.each([
    { type: 'script', code: 'return await Promise.resolve(1)' },
    { type: 'script', code: 'for (const item of items) await use(item)' },
    { type: 'script', code: '{ "a": 1 }.a' },
    { type: 'assert', matcher: 'toPassScript', expected: '() => {}\n// why' },
    { type: 'wait', until: 'script', value: '{{ code }} (' },
    { type: 'if', condition: '$exists(env.FLAG) and count > 3' },
  ])('an action that can work is accepted: %j', async action => {
    await shop.author.do('createTest', {
      moduleCode: 'm1',
      name: 'Fine',
      actions: [action, ...(action.type === 'if' ? [{ type: 'end' }] : [])],
    });
  });

  it.each([
    [{ parameters: [{ name: 'a' }, { name: 'b', default: '{{ x' }] }, 'parameters[1].default', /never closed/],
    [{ parameters: [{ name: 'b', default: '{{ 1 + }}' }] }, 'parameters[0].default', /cannot be read/],
    [{ parameters: [{ name: 'a' }, { name: 'a' }] }, 'parameters[1].name', /“a” appears twice/],
    [{ data: { file: '../secrets.json' } }, 'data.file', /is not under files\//],
    [{ data: { file: '/etc/rows.json' } }, 'data.file', /is not under files\//],
    [{ data: { file: 'a/../../b.json' } }, 'data.file', /is not under files\//],
    [{ data: { file: 'C:\\rows.json' } }, 'data.file', /is not under files\//],
    [{ data: { file: '..\\rows.json' } }, 'data.file', /is not under files\//],
  ])('a test that cannot work is refused with its field: %j', async (fields, field, message) => {
    const { author } = shop;
    for (const [tool, args] of [
      ['createTest', { moduleCode: 'm1', name: 'X' }],
      ['editTest', place],
    ] as const) {
      const refused = await author.client.failure(tool, { ...args, ...fields });
      expect([refused.code, refused.data.field]).toEqual([-32602, field]);
      expect(refused.message).toMatch(message);
    }
  });

  it('a broken expression in the data of a test, a module or the project is refused', async () => {
    const { author } = shop;
    const data = { fine: '{{ env.BASE }}', wrong: '{{ 1 + }}', count: 3 };
    for (const [tool, args, field] of [
      ['createTest', { moduleCode: 'm1', name: 'X', data: { rows: [{}, data] } }, 'data.rows[1].wrong'],
      ['editModule', { moduleCode: 'm1', data }, 'data.wrong'],
      ['editProject', { data }, 'data.wrong'],
    ] as const) {
      const { code, data: details, message } = await author.client.failure(tool, args);
      expect([code, details.field]).toEqual([-32602, field]);
      expect(message).toContain('cannot be read: it ends too early');
    }
  });

  it('a broken expression in the parameters of a run is refused', async () => {
    const { author } = shop;
    const { testCode } = await author.test('m1', 'Taker', { parameters: [{ name: 'user' }] });
    const { code, data, message } = await author.client.failure('runTest', {
      testId: testCode,
      parameters: { user: '{{ ann' },
    });
    expect([code, data.field]).toEqual([-32602, 'parameters.user']);
    expect(message).toMatch(/^"parameters\.user": The \{\{ at position 1 is never closed/);
  });

  it('a data file of an unsupported kind is reported as a problem of its test', async () => {
    const Reply = z.object({ problems: z.array(z.object({ message: z.string() })) });
    const fields = { moduleCode: 'm1', name: 'X', data: { file: 'rows.xlsx' } };
    const { problems } = await shop.author.client.call('createTest', fields, Reply);
    expect(problems[0]?.message).toBe('has a wrong "data.file": “rows.xlsx” is not a .json file with a list of rows');
  });
});

describe('what cannot work and is already in a file', () => {
  it('broken values in a file are loaded and reported, keep the test from running and can be fixed', async () => {
    await using closed = await closedShop(async author => {
      await author.module('A');
      await author.test('m1', 'One', {
        parameters: [{ name: 'user', default: 'ann' }],
        actions: [
          { type: 'press', key: 'Enter' },
          { type: 'script', code: '1' },
          { type: 'fill', locator: '#a', value: 'x' },
          { type: 'press', key: 'Tab', disabled: true },
        ],
      });
    });
    const file = join(closed.folder, 'versions/main/modules/m1.json');
    const text = await readFile(file, 'utf8');
    const broken = text
      .replace('"Enter"', '"Entr"')
      .replace('"Tab"', '"Tabb"')
      .replace('"code": "1"', '"code": "let a = ;"')
      .replace('"value": "x"', '"value": "{{ 1 + }}"')
      .replace('"default": "ann"', '"default": "{{ ann"');
    await writeFile(file, broken);
    await using opened = await closed.open();
    const { author } = opened;
    const Reply = z.object({
      problems: z.array(z.object({ actionIndex: z.number().optional(), message: z.string() })).optional(),
    });
    const { problems = [] } = await author.client.call('getActions', place, Reply);
    expect(problems.map(({ actionIndex, message }) => [actionIndex, message.split(':')[0]])).toEqual([
      [undefined, 'has a wrong "parameters[0].default"'],
      [0, 'has a wrong "key"'],
      [1, 'has a wrong "code"'],
      [2, 'has a wrong "value"'],
    ]);
    expect(await author.refusal('runTest', { testId: 't1' })).toMatch(
      /^invalid-project: The test cannot run: t1 has a wrong "parameters\[0\]\.default": The \{\{ at .* \(and 3 more problems\)\.$/,
    );
    await author.do('editAction', { ...place, actionIndex: 0, comment: 'to be mended' });
    await author.do('editAction', { ...place, actionIndex: 0, key: 'Enter' });
    await author.do('editAction', { ...place, actionIndex: 1, code: '2' });
    await author.do('editAction', { ...place, actionIndex: 2, disabled: true });
    const mended = { ...place, parameters: [{ name: 'user', default: 'ann' }] };
    expect((await author.client.call('editTest', mended, Reply)).problems).toBeUndefined();
  });
});
