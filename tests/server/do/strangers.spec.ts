import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ProjectId } from '../../../model/names/codes.ts';
import { SignedIn } from '../../../model/protocol/channel/session.ts';
import { sessionHeader } from '../../support/ide-page.ts';
import { ApiClient } from '../../support/running-steploom.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const PASSWORD = 'long grass by the river';

let app: TestApp;

beforeAll(async () => {
  const pages = { '/': '<title>Home</title><label>File <input type="file"></label>' };
  app = await startTestApp({ withIde: false, pages });
  await app.service.workspace.create({ projectId: ProjectId.parse('office'), name: 'Office' });
  await app.service.workspace.project('shop')?.password.set(PASSWORD);
});
afterAll(() => app[Symbol.asyncDispose]());

async function send(headers: Record<string, string>, command: object): Promise<string> {
  const answer = await fetch(`${app.service.url}/api/do`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ session: 'a stranger', name: 'stranger', ...command }),
  });
  return await answer.text();
}

const withToken = async (access: 'read' | 'write') => ({
  authorization: `Bearer ${(await app.clientWith(access)).token}`,
});

async function signedIn(): Promise<Record<string, string>> {
  const answer = await fetch(`${app.service.url}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ projectId: 'shop', password: PASSWORD }),
  });
  return sessionHeader(SignedIn.parse(await answer.json()).session);
}

const uploads = () => readdir(join(app.folder, 'files/uploads')).catch(() => []);

test('whoever is signed in to one project, or shows a token, reads no file of this machine', async () => {
  await using folder = await temporaryDirectory();
  await writeFile(join(folder.path, 'private.txt'), 'for its owner alone');
  const command = { lines: 'open /\nupload File private.txt', folder: folder.path };
  for (const headers of [await signedIn(), await withToken('write')]) {
    expect(await send(headers, command)).toContain('private.txt');
    expect(await uploads()).toEqual([]);
  }
});

test('whoever may not act in a project takes no window of it', async () => {
  const State = z.looseObject({ windows: z.array(z.unknown()).optional() });
  const before = await app.client.call('getIDEState', {}, State);
  const foreign = { words: ['snapshot'], project: 'office', session: 'another' };
  for (const headers of [await signedIn(), await withToken('write')])
    expect(await send(headers, foreign)).toContain('not \\"office\\"');
  expect(await send(await withToken('read'), { words: ['open', '/'], session: 'reader' })).toContain('may only read');
  expect(await app.client.call('getIDEState', {}, State)).toEqual(before);
  const office = await app.service.workspace.project('office')?.tokens.create({ name: 'office', access: 'write' });
  await app.service.workspace.project('office')?.tokens.setEnabled(true);
  const client = new ApiClient(app.client.apiUrl, office?.value ?? '');
  expect((await client.call('getIDEState', {}, State)).windows).toBeUndefined();
});
