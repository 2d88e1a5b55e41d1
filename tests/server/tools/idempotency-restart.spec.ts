import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { projectText } from '../../support/project-text.ts';
import { closedShop } from '../../support/reopened-shop.ts';

const key = { idempotencyKey: 'call-1' };
const Anything = z.unknown();
const place = { moduleCode: 'm1', testCode: 't1' };
const secret = (value: string) => [{ name: 'password', kind: 'secret', value }];

/** A call of each tool that edits, on the project that `furnish` leaves. */
const CALLS: readonly (readonly [tool: string, args: object])[] = [
  ['createModule', { name: 'B' }],
  ['editModule', { moduleCode: 'm1', name: 'Renamed' }],
  ['deleteModule', { moduleCode: 'm2', force: true }],
  ['createTest', { moduleCode: 'm1', name: 'New', actions: [{ type: 'reload' }] }],
  ['editTest', { ...place, newModuleCode: 'm2' }],
  ['deleteTest', place],
  ['createAction', { ...place, type: 'goBack' }],
  ['createActions', { ...place, actions: [{ type: 'goBack' }, { type: 'reload' }] }],
  ['editAction', { ...place, actionIndex: 1, comment: 'why' }],
  ['moveAction', { ...place, actionIndex: 0, to: 1 }],
  ['deleteAction', { ...place, actionIndex: 0 }],
  ['createEnvironment', { name: 'live', items: secret('third-Secret') }],
  ['editEnvironment', { environmentCode: 'e1', items: secret('second-Secret') }],
  ['deleteEnvironment', { environmentCode: 'e1' }],
  ['provisionEnvironments', { environments: [{ name: 'live' }, { name: 'staging' }] }],
  ['editProject', { name: 'Store' }],
  ['createVersion', { name: 'Next' }],
  ['configureAuth', { method: 'basic', roles: [{ role: 'customer', username: 'ann', password: 'fourth-Secret' }] }],
];

const furnished = () =>
  closedShop(async author => {
    await author.module('A');
    await author.module('Other');
    await author.test('m1', 'One', { actions: [{ type: 'reload' }, { type: 'goForward' }] });
    await author.test('m2', 'Two');
    await author.environment('staging', secret('first-Secret'));
  });

describe('a call with an idempotency key that comes again after a restart', () => {
  it.each(CALLS)(
    'a %s call repeated after a restart gets the first answer and is not redone',
    { tags: 'full' },
    async (tool, args) => {
      await using shop = await furnished();
      const call = { ...args, ...key };
      let first: unknown;
      {
        await using open = await shop.open();
        first = await open.author.client.call(tool, call, Anything);
      }
      const files = await projectText(shop.folder);
      await using open = await shop.open();
      expect(await open.author.client.call(tool, call, Anything)).toEqual(first);
      expect(await open.author.client.call(tool, call, Anything)).toEqual(first);
      expect(await projectText(shop.folder)).toEqual(files);
      expect(await open.author.refusal('createModule', { name: 'Another', ...key })).toMatch(/^conflict: .*"call-1"/);
    },
  );

  it('a repeated undo call is not done twice after a restart', async () => {
    await using shop = await furnished();
    {
      await using open = await shop.open();
      await open.author.module('B');
      await open.author.do('undo', key);
    }
    await using open = await shop.open();
    const undone = await open.author.client.call('undo', key, Anything);
    expect(undone).toEqual({ undone: { title: 'createModule m3', by: 'writer' } });
    expect((await open.author.modules()).map(({ name }) => name)).toEqual(['A', 'Other']);
  });

  it('a call that failed before the restart is made when it is repeated', async () => {
    await using shop = await furnished();
    const call = { name: 'Below', parentModule: 'm3', ...key };
    {
      await using open = await shop.open();
      expect(await open.author.refusal('createModule', call)).toMatch(/^not-found/);
    }
    await using open = await shop.open();
    await open.author.module('B');
    expect((await open.author.module('Below', call)).parentModule).toBe('m3');
  });

  it('a repeated call is made again when its record was damaged, and the record is not overwritten', async () => {
    await using shop = await furnished();
    {
      await using open = await shop.open();
      await open.author.module('B', key);
    }
    const calls = join(shop.folder, '.steploom/calls');
    const [name = ''] = await readdir(calls);
    await writeFile(join(calls, name), '{');
    await using open = await shop.open();
    expect((await open.author.module('B', key)).moduleCode).toBe('m4');
    expect(await readFile(join(calls, name), 'utf8')).toBe('{');
  });
});

it('the record of calls with keys fits in a few files, holds no values and still works after a restart', {
  tags: 'full',
}, async () => {
  await using shop = await furnished();
  {
    await using open = await shop.open();
    for (let number = 0; number < 120; number += 1)
      await open.author.do('editEnvironment', {
        environmentCode: 'e1',
        items: secret(`canary-${number}`),
        idempotencyKey: `call ${number}`,
      });
  }
  const calls = join(shop.folder, '.steploom/calls');
  const names = await readdir(calls);
  expect(names.length).toBeLessThan(5);
  const texts = await Promise.all(names.map(name => readFile(join(calls, name), 'utf8')));
  expect(texts.join()).not.toContain('canary');
  await using open = await shop.open();
  await open.author.do('editEnvironment', {
    environmentCode: 'e1',
    items: secret('canary-0'),
    idempotencyKey: 'call 0',
  });
  const secrets = await readFile(join(shop.folder, '.steploom/secrets.json'), 'utf8');
  expect(secrets).toContain('canary-119');
});
