import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { ownerOf } from '../../support/owner.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const LONG = { timeout: 60_000, interval: 100 };
const Damaged = z.array(z.looseObject({ file: z.string(), message: z.string() }));
const Project = z.object({ project: z.looseObject({ readOnly: z.string().optional(), damaged: Damaged.optional() }) });
const project = async ({ client }: Author) => (await client.call('getProject', {}, Project)).project;

async function furnished(): Promise<Shop> {
  const shop = await openShop({ settling: { lookEveryMs: 100 } });
  const { author } = shop;
  await author.module('A');
  await author.test('m1', 'One');
  await author.do('deleteTest', { moduleCode: 'm1', testCode: 't1' });
  await author.environment('staging', [{ name: 'password', kind: 'secret', value: 'first-Secret' }]);
  return shop;
}

describe.each(['secrets', 'marks'])('damage done to the %s while the project is open', name => {
  const path = `.steploom/${name}.json`;
  const said = new RegExp(`^read-only: .*\\.steploom/${name}\\.json`);

  it(`damage to the ${name} is reported without an edit`, async () => {
    await using shop = await furnished();
    await writeFile(join(shop.app.folder, path), '{ "format": 1,');
    await vi.waitFor(async () => expect((await project(shop.author)).readOnly).toContain(path), LONG);
  });

  it(`a damaged ${name} file is never overwritten, and edits work again once it is repaired`, async () => {
    await using shop = await furnished();
    const { author } = shop;
    const file = join(shop.app.folder, path);
    const whole = await readFile(file, 'utf8');
    const damaged = whole.slice(0, -9);
    await writeFile(file, damaged);
    const edits = [
      ['createModule', { name: 'B' }],
      ['deleteModule', { moduleCode: 'm1' }],
      [
        'editEnvironment',
        { environmentCode: 'e1', items: [{ name: 'password', kind: 'secret', value: 'second-Secret' }] },
      ],
      ['undo', {}],
    ] as const;
    for (const [tool, args] of edits) expect(await author.refusal(tool, args)).toMatch(said);
    expect(await readFile(file, 'utf8')).toBe(damaged);
    expect(JSON.stringify(await project(author))).not.toContain('first-Secret');

    await writeFile(file, whole);
    expect((await author.module('B')).moduleCode).toBe('m2');
    expect((await author.test('m2', 'Two')).testCode).toBe('t2');
    expect((await project(author)).readOnly).toBeUndefined();
    expect((await author.environments())[0]?.items).toEqual([{ name: 'password', kind: 'secret', set: true }]);
  });
});

describe('damage done to the tokens while the project is open', () => {
  it('a damaged tokens file keeps known tokens valid, blocks no edit and is never overwritten', async () => {
    await using shop = await furnished();
    const { author } = shop;
    const owner = await ownerOf(dirname(shop.app.folder));
    const file = join(shop.app.folder, '.steploom/tokens.json');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, '[]');
    await author.module('B');
    const { damaged, readOnly } = await project(author);
    expect(damaged).toMatchObject([{ file: '.steploom/tokens.json' }]);
    expect(readOnly).toBeUndefined();
    const args = { projectId: 'shop', name: 'new', access: 'read' };
    expect(await owner.refusal('createToken', args)).toMatch(/^read-only: \.steploom\/tokens\.json is read-only/);
    expect(await owner.refusal('revokeToken', { projectId: 'shop', token: 'write 1' })).toMatch(/^read-only: /);
    expect(await readFile(file, 'utf8')).toBe('[]');

    await writeFile(file, whole);
    await owner.do('createToken', args);
    expect((await project(author)).damaged).toBeUndefined();
  });

  it('damage to the tokens is reported without an edit', async () => {
    await using shop = await furnished();
    await writeFile(join(shop.app.folder, '.steploom/tokens.json'), '');
    await vi.waitFor(async () => expect((await project(shop.author)).damaged).toHaveLength(1), LONG);
  });
});

describe('damage done to the password while the project is open', () => {
  it('a damaged password file keeps the password valid, is reported and is never overwritten', {
    tags: 'full',
  }, async () => {
    await using shop = await furnished();
    const { author } = shop;
    const owner = await ownerOf(dirname(shop.app.folder));
    const [opened] = shop.app.service.workspace.projects();
    const file = join(shop.app.folder, '.steploom/password.json');
    const set = (password: string) => ['setProjectPassword', { projectId: 'shop', password }] as const;
    await owner.do(...set('long grass by the river'));
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(0, -9));
    await vi.waitFor(
      async () => expect((await project(author)).damaged).toMatchObject([{ file: '.steploom/password.json' }]),
      LONG,
    );
    expect((await project(author)).readOnly).toBeUndefined();
    await author.module('B');
    expect(await opened?.password.matches('long grass by the river')).toBe(true);
    expect(await owner.refusal(...set('short grass by the sea'))).toMatch(/^read-only: \.steploom\/password\.json/);
    expect(await readFile(file, 'utf8')).toBe(whole.slice(0, -9));

    await writeFile(file, whole);
    await owner.do(...set('short grass by the sea'));
    expect(await opened?.password.matches('short grass by the sea')).toBe(true);
    await writeFile(file, whole);
    await vi.waitFor(async () => expect(await opened?.password.matches('long grass by the river')).toBe(true), LONG);
    expect((await project(author)).damaged).toBeUndefined();
  });
});

describe('what others write into private files while the project is open', () => {
  it('a token removed from the file stops working, and a secret set in the file is kept', async () => {
    await using shop = await furnished();
    const { author } = shop;
    const colleague = await shop.colleague();
    const tokens = join(shop.app.folder, '.steploom/tokens.json');
    const Tokens = z.looseObject({ tokens: z.array(z.looseObject({ name: z.string() })) });
    const data = Tokens.parse(JSON.parse(await readFile(tokens, 'utf8')));
    await writeFile(tokens, JSON.stringify({ ...data, tokens: data.tokens.filter(({ name }) => name !== 'write 2') }));
    await vi.waitFor(async () => expect(await colleague.refusal('getModules')).toMatch(/^unauthorized/), LONG);

    const secrets = join(shop.app.folder, '.steploom/secrets.json');
    await writeFile(secrets, (await readFile(secrets, 'utf8')).replace('first-Secret', 'their-Secret'));
    await author.environment('live', [{ name: 'password', kind: 'secret', value: 'other-Secret' }]);
    const text = await readFile(secrets, 'utf8');
    expect(text).toContain('their-Secret');
    expect(text).toContain('other-Secret');
  });
});
