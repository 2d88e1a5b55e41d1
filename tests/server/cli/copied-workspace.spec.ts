import { cp, mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { steploom } from '../../support/command-line.ts';
import { NEEDS_MOUNT, secondMount } from '../../support/mounted-folders.ts';
import { type RunningSteploom, startSteploom } from '../../support/running-steploom.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

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

describe('a workspace that is copied while its service runs', () => {
  let parent: TemporaryDirectory;
  let original: string;
  let service: RunningSteploom;
  beforeAll(async () => {
    parent = await temporaryDirectory();
    original = join(parent.path, 'original');
    await mkdir(original);
    await steploom(original, 'init', 'shop');
    service = await startSteploom(original);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await parent[Symbol.asyncDispose]();
  });

  const copyAs = async (name: string) => {
    const copy = join(parent.path, name);
    await cp(original, copy, { recursive: true });
    return copy;
  };

  it('is edited by commands at once, as are its tokens, and the original stays as it is', async () => {
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
    const copy = await copyAs('served');
    await using own = await startSteploom(copy);
    expect(own.projects).toEqual(['shop']);
    expect(own.url).not.toBe(service.url);
    expect(await reaches(copy, own)).toBe(true);
    expect(await reaches(original, service)).toBe(true);
  });

  it('is the same through a link to it', async () => {
    const link = join(parent.path, 'link');
    await symlink(original, link, 'junction');
    expect(await reaches(link, service)).toBe(true);
  });

  it('is the same where it is mounted a second time', async context => {
    await using mount = await secondMount(original);
    if (mount === undefined) return context.skip(NEEDS_MOUNT);
    expect(await reaches(mount.path, service)).toBe(true);
  });

  it('keeps a copy apart after its original has moved away and the copy has come to its place', async () => {
    const [before, moved] = [await copyAs('before'), join(parent.path, 'moved')];
    const file = await readFile(join(original, '.steploom/server.json'), 'utf8');
    await rename(original, moved);
    expect(await reaches(moved, service)).toBe(false);
    await rename(before, original);
    expect(await reaches(moved, service)).toBe(false);
    expect(await reaches(original, service)).toBe(true);
    expect(await readFile(join(original, '.steploom/server.json'), 'utf8')).toBe(file);
  });
});
