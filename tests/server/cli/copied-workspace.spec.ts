import { cp, mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { steploom } from '../../support/command-line.ts';
import { NEEDS_MOUNT, secondMount } from '../../support/mounted-folders.ts';
import { type RunningSteploom, startSteploom } from '../../support/running-steploom.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const Modules = z.object({ modules: z.array(z.object({ name: z.string() })) });
const Tokens = z.object({ tokens: z.array(z.object({ name: z.string() })) });

const addModule = (workspace: string, name: string) =>
  steploom(workspace, 'call', 'createModule', JSON.stringify({ name }));

async function ask<Schema extends z.ZodType>(workspace: string, tool: string, schema: Schema) {
  const { stdout, stderr } = await steploom(workspace, 'call', tool);
  expect(stderr).toBe('');
  return schema.parse(JSON.parse(stdout));
}

const namesIn = async (workspace: string) =>
  (await ask(workspace, 'getModules', Modules)).modules.map(({ name }) => name);
const tokensOf = async (workspace: string) =>
  (await ask(workspace, 'getTokens', Tokens)).tokens.map(({ name }) => name);

/** Whether commands on a folder go to the service. */
const reaches = async (workspace: string, service: RunningSteploom) =>
  (await steploom(workspace, 'doctor')).stdout.includes(service.url);

/** A workspace whose service runs, and room for copies beside it. */
async function openOriginal() {
  const parent = await temporaryDirectory();
  const beside = (name: string) => join(parent.path, name);
  const original = beside('original');
  await mkdir(original);
  await steploom(original, 'init', 'shop');
  const service = await startSteploom(original);
  return {
    original,
    service,
    beside,
    async copyAs(name: string) {
      await cp(original, beside(name), { recursive: true });
      return beside(name);
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await parent[Symbol.asyncDispose]();
    },
  };
}

describe('a workspace that is copied while its service runs', () => {
  let opened: Awaited<ReturnType<typeof openOriginal>>;
  beforeAll(async () => {
    opened = await openOriginal();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('is edited by commands at once, as are its tokens, and the original stays as it is', async () => {
    const { original, service, copyAs } = opened;
    const copy = await copyAs('copy');
    expect(await addModule(copy, 'Of the copy')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await steploom(copy, 'token', 'create', '--name', 'of the copy', '--access', 'read')).toMatchObject({
      exitCode: 0,
    });
    expect(await addModule(original, 'Of the original')).toMatchObject({ exitCode: 0 });
    expect(await namesIn(copy)).toEqual(['Of the copy']);
    expect(await namesIn(original)).toEqual(['Of the original']);
    expect(await tokensOf(copy)).toEqual(['of the copy']);
    expect(await tokensOf(original)).toEqual([]);
    expect(await reaches(copy, service)).toBe(false);
  });

  it('is served by a service of its own, beside that of the original', async () => {
    const { original, service, copyAs } = opened;
    const copy = await copyAs('served');
    await using own = await startSteploom(copy);
    expect(own.projects).toEqual(['shop']);
    expect(own.url).not.toBe(service.url);
    expect(await reaches(copy, own)).toBe(true);
    expect(await reaches(original, service)).toBe(true);
  });

  it('is the same through a link to it', async () => {
    const { original, service, beside } = opened;
    const link = beside('link');
    await symlink(original, link, 'junction');
    expect(await reaches(link, service)).toBe(true);
  });

  it('is the same where it is mounted a second time', async context => {
    const { original, service } = opened;
    await using mount = await secondMount(original);
    if (mount === undefined) return context.skip(NEEDS_MOUNT);
    expect(await reaches(mount.path, service)).toBe(true);
  });

  it('keeps a copy apart after its original has moved away and the copy has come to its place', async () => {
    // The others need theirs where it is.
    await using own = await openOriginal();
    const { original, service } = own;
    const [before, moved] = [await own.copyAs('before'), own.beside('moved')];
    const file = await readFile(join(original, '.steploom/server.json'), 'utf8');
    await rename(original, moved);
    expect(await reaches(moved, service)).toBe(false);
    await rename(before, original);
    expect(await reaches(moved, service)).toBe(false);
    expect(await reaches(original, service)).toBe(true);
    expect(await readFile(join(original, '.steploom/server.json'), 'utf8')).toBe(file);
  });
});
