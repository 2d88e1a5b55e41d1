import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openShop, type Shop } from '../../support/shop.ts';

const Reply = z.object({ problems: z.array(z.object({ actionIndex: z.number(), message: z.string() })).optional() });
const UPLOAD = { type: 'upload', locator: 'input', files: ['there.pdf', 'missing.pdf'] };
const MISSING = { actionIndex: 0, message: 'has a wrong "files[1]": there is no file files/missing.pdf' };

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
  await shop.author.module('Letters');
  await shop.author.do('putFile', { path: 'there.pdf', text: 'PDF' });
});
afterEach(() => shop[Symbol.asyncDispose]());

const call = (tool: string, args: object) => shop.author.client.call(tool, args, Reply);

it('an upload of a missing file is reported as a problem as soon as the action is created', async () => {
  const test = { moduleCode: 'm1', name: 'Sends letters', actions: [UPLOAD] };
  expect((await call('createTest', test)).problems).toEqual([expect.objectContaining(MISSING)]);
  const place = { moduleCode: 'm1', testCode: 't1' };
  expect((await call('createAction', { ...place, ...UPLOAD, actionIndex: 1 })).problems).toHaveLength(2);
  expect((await call('getActions', place)).problems).toHaveLength(2);
  await shop.author.do('deleteAction', { ...place, actionIndex: 1 });
  const repaired = { ...place, actionIndex: 0, files: ['there.pdf', '{{ name }}.pdf'] };
  expect((await call('editAction', repaired)).problems).toBeUndefined();
});

it('a disabled upload of a missing file is not reported as a problem', async () => {
  const test = { moduleCode: 'm1', name: 'Sends none', actions: [{ ...UPLOAD, disabled: true }] };
  expect((await call('createTest', test)).problems).toBeUndefined();
});

it('the problem of a missing upload file disappears once the file is stored', async () => {
  const test = { moduleCode: 'm1', name: 'Sends later', actions: [{ ...UPLOAD, files: ['late.pdf'] }] };
  expect((await call('createTest', test)).problems).toHaveLength(1);
  await shop.author.do('putFile', { path: 'late.pdf', text: 'PDF' });
  const tests = await shop.author.tests({ moduleCode: 'm1' });
  const testCode = tests.find(({ name }) => name === 'Sends later')?.testCode;
  expect((await call('getActions', { moduleCode: 'm1', testCode })).problems).toBeUndefined();
});

it.each(['createTest', 'createActions', 'performAction'])(
  '%s refuses an unknown field of an action and names the known ones',
  async tool => {
    const action = { type: 'reload', colour: 'red' };
    const place = { moduleCode: 'm1', testCode: 't1', name: 'x' };
    const args = tool === 'performAction' ? { action } : { ...place, actions: [action] };
    if (tool === 'createActions') Reflect.deleteProperty(args, 'name');
    if (tool === 'createTest') Reflect.deleteProperty(args, 'testCode');
    const refusal = await shop.author.refusal(tool, args);
    expect(refusal).toContain('"reload" has no field "colour". It takes expectStatus, comment, ');
    expect(refusal).not.toContain('locator');
  },
);

it.each([
  ['createTest', { name: 'x' }, '"moduleCode" is missing'],
  ['getActions', { moduleCode: 'm1' }, '"testCode" is missing'],
  ['linkStep', { text: 'x', moduleCode: 'm1' }, '"testCode" is missing'],
  ['createModule', {}, '"name" is missing'],
])('%s names the required parameter that is missing', async (tool, args, words) => {
  expect(await shop.author.refusal(tool, args)).toContain(words);
});
