import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openShop, type Shop } from '../../support/shop.ts';

const SECRET = 'spring-Rain-4711';

/** Every file of the project that git would take, with its text. */
async function trackedText({ app }: Shop): Promise<string> {
  const entries = await readdir(app.folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile() && !entry.parentPath.includes('.steploom'));
  return (await Promise.all(files.map(file => readFile(join(file.parentPath, file.name), 'utf8')))).join('\n');
}

const secretsText = ({ app }: Shop) => readFile(join(app.folder, '.steploom/secrets.json'), 'utf8');
const secret = { name: 'password', value: SECRET, kind: 'secret' };

describe('environments', () => {
  it('an environment holds variables, secrets and app addresses', async () => {
    await using shop = await openShop();
    const items = [
      { name: 'user', value: 'ann' },
      secret,
      { name: 'STORE', value: '/store', kind: 'app' },
      { name: 'n', value: 3 },
    ];
    const made = await shop.author.environment('staging', items);
    expect(made).toMatchObject({ environmentCode: 'e1', name: 'staging' });
    expect(made.items).toEqual([
      { name: 'user', kind: 'variable', value: 'ann' },
      { name: 'password', kind: 'secret', set: true },
      { name: 'STORE', kind: 'app', value: '/store' },
      { name: 'n', kind: 'variable', value: '3' },
    ]);
    expect(await shop.author.environments()).toEqual([made]);
  });

  it('a secret that is too short to be masked is told as such when it is set', async () => {
    await using shop = await openShop();
    const made = await shop.author.environment('staging', [
      { ...secret, value: '123' },
      { ...secret, name: 'long' },
    ]);
    const note = expect.stringContaining('fewer than 4 characters');
    expect(made.items).toEqual([
      { name: 'password', kind: 'secret', set: true, note },
      { name: 'long', kind: 'secret', set: true },
    ]);
    const roles = [{ role: 'clerk', username: 'ann', password: 'abc' }];
    const { authentication } = await shop.author.client.call(
      'configureAuth',
      { method: 'form', roles },
      z.object({ authentication: z.object({ roles: z.array(z.unknown()) }) }),
    );
    expect(authentication.roles).toEqual([{ role: 'clerk', username: 'ann', password: { set: true, note } }]);
  });

  it('a secret never appears in replies or in files that git tracks', async () => {
    await using shop = await openShop();
    const { author } = shop;
    const texts: string[] = [];
    const note = async (tool: string, args: object) =>
      texts.push(JSON.stringify(await author.client.call(tool, args, z.unknown())));
    await note('createEnvironment', { name: 'staging', items: [secret] });
    await note('getEnvironments', {});
    await note('editEnvironment', { environmentCode: 'e1', items: [{ ...secret, value: `${SECRET}2` }] });
    await note('provisionEnvironments', { environments: [{ name: 'live', items: [secret] }] });
    await note('undo', {});
    await note('redo', {});
    const failure = await author.client.failure('editEnvironment', { environmentCode: SECRET });
    texts.push(failure.message, JSON.stringify(failure.data));
    expect(texts.join('\n')).not.toContain(SECRET);
    expect(await trackedText(shop)).not.toContain(SECRET);
    expect(await secretsText(shop)).toContain(SECRET);
  });

  it('an item that is sent without a value keeps its secret and its kind', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.environment('staging', [secret]);
    const edit = (items: readonly object[]) => author.do('editEnvironment', { environmentCode: 'e1', items });
    for (const item of [{ name: 'password', kind: 'secret' }, { name: 'password' }]) {
      await edit([item, { name: 'user', value: 'ann' }]);
      expect((await author.environments())[0]?.items[0]).toEqual({ name: 'password', kind: 'secret', set: true });
      expect(await secretsText(shop)).toContain(SECRET);
    }
    await edit([{ name: 'password', value: 'autumn-Wind-99' }]);
    expect(await secretsText(shop)).toContain('autumn-Wind-99');
    expect(await trackedText(shop)).not.toContain('autumn-Wind-99');
  });

  it('removing an item or its environment removes its secret, and undo brings it back', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.environment('staging', [secret]);
    for (const [tool, args] of [
      ['editEnvironment', { environmentCode: 'e1', items: [] }],
      ['editEnvironment', { environmentCode: 'e1', items: [{ name: 'password', kind: 'variable', value: 'x' }] }],
      ['deleteEnvironment', { environmentCode: 'staging' }],
    ] as const) {
      await author.do(tool, args);
      expect(await secretsText(shop)).not.toContain(SECRET);
      await author.do('undo');
      expect(await secretsText(shop)).toContain(SECRET);
      expect((await author.environments())[0]?.items).toEqual([{ name: 'password', kind: 'secret', set: true }]);
    }
  });

  it('an environment is found by its code or name, and its name is unique', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.environment('staging');
    await author.environment('live');
    await author.do('editEnvironment', { environmentCode: 'staging', name: 'test' });
    await author.do('editEnvironment', { environmentCode: 'e1', name: 'Test' });
    expect(await author.refusal('createEnvironment', { name: 'LIVE' })).toBe(
      'name-taken: Environment e2 has the name "LIVE" already.',
    );
    expect(await author.refusal('editEnvironment', { environmentCode: 'e1', name: 'live' })).toMatch(/^name-taken/);
    for (const tool of ['editEnvironment', 'deleteEnvironment'])
      expect(await author.refusal(tool, { environmentCode: 'e9' })).toBe(
        'not-found: No environment "e9". There are: e1 Test, e2 live.',
      );
    await author.do('deleteEnvironment', { environmentCode: 'e1' });
    expect((await author.environment('staging')).environmentCode).toBe('e3');
  });

  it('provisionEnvironments creates or updates by name, all or none, and changes nothing when repeated', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.environment('staging', [{ name: 'user', value: 'ann' }]);
    const environments = [{ name: 'live' }, { name: 'Staging', items: [{ name: 'user', value: 'bob' }, secret] }];
    const provision = (args: object) => author.client.call('provisionEnvironments', args, z.unknown());
    const listed = ['e2', 'e1'].map(environmentCode => expect.objectContaining({ environmentCode }));
    expect(await provision({ environments })).toEqual({
      environments: listed,
      created: ['e2'],
      updated: ['e1'],
      same: [],
    });
    const before = [await trackedText(shop), await author.environments()];
    expect(await provision({ environments })).toEqual({
      environments: listed,
      created: [],
      updated: [],
      same: ['e2', 'e1'],
    });
    expect([await trackedText(shop), await author.environments()]).toEqual(before);
    const newSecret = [
      {
        name: 'Staging',
        items: [
          { name: 'user', value: 'bob' },
          { ...secret, value: 'another-one' },
        ],
      },
    ];
    expect(await provision({ environments: newSecret })).toMatchObject({ created: [], updated: ['e1'], same: [] });

    const twice = [{ name: 'new' }, { name: 'NEW' }];
    expect(await author.refusal('provisionEnvironments', { environments: twice })).toMatch(
      /^invalid-params: "environments\[1\].name"/,
    );
    const half = [{ name: 'new' }, { name: 'live', items: [{ name: 'a' }, { name: 'a' }] }];
    expect(await author.refusal('provisionEnvironments', { environments: half })).toMatch(/"items\[1\].name".*twice/);
    expect((await author.environments()).map(({ name }) => name)).toEqual(['Staging', 'live']);
  });

  it('an edit of an environment with an outdated revision is refused', async () => {
    await using shop = await openShop();
    const { author } = shop;
    const { revision } = await author.environment('staging');
    await author.do('editEnvironment', { environmentCode: 'e1', name: 'test', ifRevision: revision });
    for (const tool of ['editEnvironment', 'deleteEnvironment'])
      expect(await author.refusal(tool, { environmentCode: 'e1', ifRevision: revision })).toMatch(
        /^conflict: Environment e1 was changed since you read it, last by write 1 \(editEnvironment e1\)/,
      );
  });

  it('a secret that somebody wrote into an environment file by hand is not shown either', async () => {
    await using shop = await openShop();
    await shop.author.environment('staging', [secret]);
    const path = join(shop.app.folder, 'versions/main/environments.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"kind": "secret"', '"kind": "secret",\n"value": "by-hand-1"'));
    await shop.author.environment('other');
    expect(JSON.stringify(await shop.author.environments())).not.toContain('by-hand-1');
  });
});
