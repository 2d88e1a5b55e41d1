import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { acquireProjectLock } from '../../../server/store/files/project-lock.ts';
import type { Author } from '../../support/author.ts';
import { ownerOf } from '../../support/owner.ts';
import { closedShop } from '../../support/reopened-shop.ts';
import { openShop } from '../../support/shop.ts';

const M1 = 'versions/main/modules/m1.json';
const M2 = 'versions/main/modules/m2.json';
const SECRETS = '.steploom/secrets.json';
const TOKENS = '.steploom/tokens.json';
const shop = { projectId: 'shop' };
const Backups = z.object({ backups: z.array(z.object({ file: z.string(), backup: z.number() })) });
const backupsOf = async (owner: Author, file: string) =>
  (await owner.client.call('getBackups', { ...shop, file }, Backups)).backups.map(({ backup }) => backup);

/** Each file is written several times, so that it has backups. */
async function furnish(author: Author): Promise<void> {
  await author.module('Basket');
  await author.module('Payment');
  await author.test('m1', 'One');
  await author.test('m2', 'Two');
  await author.do('editTest', { moduleCode: 'm1', testCode: 't1', newModuleCode: 'm2' });
  await author.environment('staging', [{ name: 'password', kind: 'secret', value: 'first-Secret' }]);
  await author.environment('live', [{ name: 'password', kind: 'secret', value: 'second-Secret' }]);
}

const names = async (author: Author) =>
  (await author.tests()).map(({ moduleCode, name }) => `${moduleCode} ${name}`).sort();

describe('restoreBackups', () => {
  it('restoreBackups restores several files together and backs up what they replace', async () => {
    await using open = await openShop();
    const { author } = open;
    await furnish(author);
    const owner = await ownerOf(dirname(open.app.folder));
    expect(await names(author)).toEqual(['m2 One', 'm2 Two']);
    const [of1, of2] = [await backupsOf(owner, M1), await backupsOf(owner, M2)];
    await owner.do('restoreBackups', { ...shop, files: [{ file: M1 }, { file: M2, backup: of2[0] }] });
    expect(await names(author)).toEqual(['m1 One', 'm2 Two']);
    expect(await backupsOf(owner, M1)).toEqual([(of1[0] ?? 0) + 1, ...of1]);

    await owner.do('restoreBackups', { ...shop, files: [{ file: M1 }, { file: M2 }] });
    expect(await names(author)).toEqual(['m2 One', 'm2 Two']);
    expect((await author.test('m1', 'New')).testCode).toBe('t3');
  });

  it('restoreBackups changes nothing when one of the files has no such backup', async () => {
    await using open = await openShop();
    await furnish(open.author);
    const owner = await ownerOf(dirname(open.app.folder));
    const files = [{ file: M1 }, { file: M2, backup: 99 }];
    expect(await owner.refusal('restoreBackups', { ...shop, files })).toMatch(
      /^not-found: There is no backup 99\. Back/,
    );
    expect(await owner.refusal('restoreBackups', { ...shop, files: [{ file: '../../etc/passwd' }] })).toMatch(
      /^not-found: No backup of /,
    );
    expect(await names(open.author)).toEqual(['m2 One', 'm2 Two']);
    expect(await open.author.refusal('restoreBackups', { files })).toMatch(/^forbidden/);
  });

  it('restoreBackups restores secrets, and refuses an unreadable backup without showing its content', async () => {
    await using open = await openShop();
    const { author } = open;
    await furnish(author);
    const owner = await ownerOf(dirname(open.app.folder));
    const [newest = 0] = await backupsOf(owner, SECRETS);
    await author.do('deleteEnvironment', { environmentCode: 'e2' });
    expect(await readFile(join(open.app.folder, SECRETS), 'utf8')).not.toContain('second-Secret');
    const backups = await backupsOf(owner, SECRETS);
    await owner.do('restoreBackups', { ...shop, files: [{ file: SECRETS }] });
    expect(await readFile(join(open.app.folder, SECRETS), 'utf8')).toContain('second-Secret');
    expect(backups.length).toBeGreaterThan(newest > 0 ? 1 : 0);

    const path = join(open.app.folder, '.steploom/backups', `secrets.json.${String(newest).padStart(10, '0')}`);
    await writeFile(path, '{ "format": 1, "secrets": "canary" }');
    const refusal = await owner.refusal('restoreBackups', { ...shop, files: [{ file: SECRETS, backup: newest }] });
    expect(refusal).toMatch(/^damaged-file: /);
    expect(refusal).not.toContain('canary');
  });
});

describe('a damaged file', () => {
  it.each([M1, SECRETS])('an edit blocked by the damaged file %s works once its backup is restored', async file => {
    await using closed = await closedShop(furnish);
    const path = join(closed.folder, file);
    const damaged = (await readFile(path, 'utf8')).slice(0, -12);
    await writeFile(path, damaged);
    await using open = await closed.open();
    const owner = await ownerOf(closed.workspace);
    const edit = ['createTest', { moduleCode: 'm1', name: 'New' }] as const;
    const { data } = await open.author.client.failure(...edit);
    expect(data).toMatchObject({ reason: 'read-only', next: expect.stringContaining(`steploom restore ${file}`) });
    await owner.do('restoreBackups', { ...shop, files: [{ file }] });
    await open.author.do(...edit);
    const [newest = 0] = await backupsOf(owner, file);
    expect(newest).toBeGreaterThan(1);
  });

  it('restoring the damaged file of the tokens lets them do again what they could', async () => {
    await using closed = await closedShop(furnish);
    const whole = await readFile(join(closed.folder, TOKENS), 'utf8');
    {
      await using open = await closed.open();
      await (await ownerOf(closed.workspace)).do('createToken', { ...shop, name: 'other', access: 'read' });
      await open.author.modules();
    }
    await writeFile(join(closed.folder, TOKENS), '{');
    await using open = await closed.open();
    expect(await open.author.refusal('createModule', { name: 'Not yet' })).toMatch(/^forbidden/);
    const owner = await ownerOf(closed.workspace);
    await owner.do('restoreBackups', { ...shop, files: [{ file: TOKENS }] });
    await open.author.module('Delivery');
    expect((await open.author.modules()).map(({ name }) => name)).toEqual(['Basket', 'Payment', 'Delivery']);
    expect(whole).toContain('writer');
  });

  it('restoreBackups is refused for a project that another process holds', async () => {
    await using closed = await closedShop(furnish);
    const stateDirectory = join(closed.folder, '.steploom');
    await using _lock = await acquireProjectLock({ directory: closed.folder, stateDirectory, owner: { pid: 1 } });
    await using open = await closed.open();
    const owner = await ownerOf(closed.workspace);
    expect(open.closedBecause).toContain('is open in process 1');
    expect(await owner.refusal('restoreBackups', { ...shop, files: [{ file: M1 }] })).toMatch(/^project-locked/);
  });
});
