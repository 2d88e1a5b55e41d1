import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, Low } from 'lowdb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeFileSystem } from '../../../../server/store/files/file-system.ts';
import { jsonFile } from '../../../../server/store/files/json-file.ts';
import { openProjectFiles } from '../../../../server/store/files/project-files.ts';
import { hashToken, isWellFormedToken, TokenFile, TokensData } from '../../../../server/store/tokens/token-file.ts';

const EMPTY: TokensData = { format: 1, enabled: false, tokens: [] };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokens-'));
  await mkdir(join(folder, '.steploom'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The real durable file, with a door in front that can be made to fail and counts writes. */
async function openTokens(options: ConstructorParameters<typeof TokenFile>[1] = {}) {
  const files = await openProjectFiles({ fs: nodeFileSystem, root: folder, stateDirectory: join(folder, '.steploom') });
  const file = jsonFile(files, '.steploom/tokens.json', { parse: json => TokensData.parse(json), mode: 0o600 });
  const disk = { isFull: false, writes: 0 };
  const adapter: Adapter<TokensData> = {
    read: () => file.read(),
    async write(data) {
      if (disk.isFull) throw new Error('no space');
      disk.writes++;
      await file.write(data);
    },
  };
  const database = new Low(adapter, EMPTY);
  await database.read();
  return { tokens: new TokenFile(database, options), disk };
}

const tokensPath = () => join(folder, '.steploom', 'tokens.json');
const stored = async () => TokensData.parse(JSON.parse(await readFile(tokensPath(), 'utf8')));

describe('the tokens of a project', () => {
  it('a token value is shown once, and only its hash is kept, in a private file', async () => {
    const { tokens } = await openTokens();
    const { value, token } = await tokens.create({ name: 'CI', access: 'read' });
    expect(isWellFormedToken(value)).toBe(true);
    expect(token).toMatchObject({ name: 'CI', access: 'read', lastFour: value.slice(-4) });
    expect(await readFile(tokensPath(), 'utf8')).not.toContain(value.slice(7, 30));
    expect((await stat(tokensPath())).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(tokens.list())).not.toContain(hashToken(value));
  });

  it('a token is found by its hash after the file was opened again', async () => {
    const first = await openTokens();
    const { value, token } = await first.tokens.create({
      name: 'CI',
      access: 'write',
      expiresAt: '2030-01-01T00:00:00.000Z',
    });
    await first.tokens.setEnabled(true);
    await first.tokens.close();
    const { tokens } = await openTokens();
    expect(tokens.enabled).toBe(true);
    expect(tokens.find(hashToken(value))).toEqual(token);
    expect(tokens.find(hashToken(`${value}x`))).toBeUndefined();
  });

  it('a token name that is taken is refused, even for calls at the same time', async () => {
    const { tokens } = await openTokens();
    const both = await Promise.allSettled([
      tokens.create({ name: 'CI', access: 'read' }),
      tokens.create({ name: 'CI', access: 'write' }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await expect(tokens.create({ name: 'CI', access: 'read' })).rejects.toMatchObject({ kind: 'name-taken' });
    expect(tokens.list()).toHaveLength(1);
  });

  it('a token is revoked by name or id at once, and an unknown name is answered with the known ones', async () => {
    const { tokens } = await openTokens();
    const ci = await tokens.create({ name: 'CI', access: 'read' });
    const editor = await tokens.create({ name: 'Editor', access: 'write' });
    await tokens.revoke('CI');
    expect(tokens.find(hashToken(ci.value))).toBeUndefined();
    await expect(tokens.revoke('CI')).rejects.toMatchObject({
      kind: 'not-found',
      message: 'No token "CI"; there are: "Editor".',
    });
    await tokens.revoke(editor.token.tokenId);
    expect((await stored()).tokens).toEqual([]);
  });

  it('the tokens in memory stay unchanged when the disk refuses a write', async () => {
    const { tokens, disk } = await openTokens();
    const { value } = await tokens.create({ name: 'CI', access: 'read' });
    disk.isFull = true;
    await expect(tokens.create({ name: 'Editor', access: 'write' })).rejects.toThrow('no space');
    await expect(tokens.revoke('CI')).rejects.toThrow('no space');
    await expect(tokens.setEnabled(true)).rejects.toThrow('no space');
    expect(tokens.list().map(({ name }) => name)).toEqual(['CI']);
    expect(tokens.find(hashToken(value))).toBeDefined();
    expect(tokens.enabled).toBe(false);
    disk.isFull = false;
    await tokens.create({ name: 'Editor', access: 'write' });
    expect((await stored()).tokens.map(({ name }) => name)).toEqual(['CI', 'Editor']);
  });
});

describe('the last use of a token', () => {
  const now = () => new Date('2026-01-02T03:04:05.000Z');

  it('the last use of a token is shown at once and written on close, not for each call', async () => {
    const { tokens, disk } = await openTokens({ now });
    const { token } = await tokens.create({ name: 'CI', access: 'read' });
    for (let call = 0; call < 100; call++) tokens.touch(token.tokenId);
    expect(tokens.list()[0]?.lastUsedAt).toBe('2026-01-02T03:04:05.000Z');
    expect(disk.writes).toBe(1);
    await tokens.close();
    expect(disk.writes).toBe(2);
    expect((await stored()).tokens[0]?.lastUsedAt).toBe('2026-01-02T03:04:05.000Z');
  });

  it('the last use of a token is written in the background, once for many calls', async () => {
    const { tokens, disk } = await openTokens({ now, touchDelayMs: 20 });
    const { token } = await tokens.create({ name: 'CI', access: 'read' });
    for (let call = 0; call < 100; call++) tokens.touch(token.tokenId);
    await vi.waitFor(async () => expect((await stored()).tokens[0]?.lastUsedAt).toBeDefined());
    await tokens.close();
    expect(disk.writes).toBe(2);
  });

  it('the last use of a token is kept in memory while the disk is full', async () => {
    const { tokens, disk } = await openTokens({ now, touchDelayMs: 1 });
    const { token } = await tokens.create({ name: 'CI', access: 'read' });
    disk.isFull = true;
    tokens.touch(token.tokenId);
    await expect(tokens.close()).rejects.toThrow('no space');
    disk.isFull = false;
    await tokens.close();
    expect((await stored()).tokens[0]?.lastUsedAt).toBeDefined();
  });

  it('the last use of a revoked token does not bring the token back', async () => {
    const { tokens } = await openTokens({ now });
    const { token } = await tokens.create({ name: 'CI', access: 'read' });
    tokens.touch(token.tokenId);
    await tokens.revoke('CI');
    tokens.touch(token.tokenId);
    await tokens.close();
    expect((await stored()).tokens).toEqual([]);
  });
});
