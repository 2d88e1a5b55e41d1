// @module-tag full
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { ProjectId } from '../../../model/names/codes.ts';
import { nodeFileSystem } from '../../../server/store/files/file-system.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { type ToolsOnDisk, toolsOnDisk } from '../../support/tools-on-disk.ts';

const MODULE = 'versions/main/modules/m1.json';
const SECRETS = '.steploom/secrets.json';

/** Without one of these a project is edited all the same, that file aside. */
const ORDINARY = ['project.json', 'versions/main/version.json', 'versions/main/environments.json', MODULE];
const PRIVATE = [
  SECRETS,
  '.steploom/marks.json',
  '.steploom/secrets-mark.json',
  '.steploom/tokens.json',
  '.steploom/password.json',
];

const MARKS = '.steploom/marks.json';
const CUTS = Number(process.env.STEPLOOM_DAMAGES ?? 5);
const FLIPS = 2 * CUTS;

const secret = (value: string) => [{ name: 'password', kind: 'secret', value }];

let directory: TemporaryDirectory;
let whole: string;
let workspace: string;
beforeAll(async () => {
  directory = await temporaryDirectory();
  whole = join(directory.path, 'whole');
  workspace = join(directory.path, 'workspace');
  await using tools = await toolsOnDisk(nodeFileSystem, whole);
  const project = await tools.workspace.create({ projectId: ProjectId.parse('shop'), name: 'Shop' });
  await project.tokens.setEnabled(true);
  for (const name of ['First', 'Shop']) await tools.call('editProject', { name });
  for (const name of ['First', 'Main']) await tools.call('editVersion', { versionId: 'main', name });
  await tools.call('createToken', { name: 'ci', access: 'read' });
  await tools.call('setProjectPassword', { password: 'long grass by the river' });
  await tools.call('createModule', { name: 'Basket' });
  await tools.call('createModule', { name: 'Gone' });
  await tools.call('createTest', { moduleCode: 'm1', name: 'One ü', actions: [{ type: 'reload' }] });
  await tools.call('createEnvironment', { name: 'staging', items: secret('first-Secret') });
  await tools.call('deleteModule', { moduleCode: 'm2' });
});
afterAll(() => directory[Symbol.asyncDispose]());

/** The project as it was, but for one file. */
async function open(path: string, bytes: Uint8Array): Promise<ToolsOnDisk> {
  await rm(workspace, { recursive: true, force: true });
  await cp(whole, workspace, { recursive: true });
  await writeFile(join(workspace, 'shop', path), bytes);
  return toolsOnDisk(nodeFileSystem, workspace);
}

/** All that is told of damage. */
function toldBy({ workspace: opened }: ToolsOnDisk): string {
  const reasons = opened.projects().flatMap(({ store }) => store.damaged.map(({ reason }) => reason));
  return [...opened.closed().map(({ error }) => error.message), ...reasons].join('\n');
}

const EDITS = [
  ['editModule', { moduleCode: 'm1', name: 'Renamed' }],
  ['editProject', { name: 'Store' }],
  ['editVersion', { versionId: 'main', name: 'Renamed' }],
  ['createEnvironment', { name: 'live', items: secret('second-Secret') }],
  ['createToken', { name: 'other', access: 'read' }],
] as const;

/** Hashing a password takes longer than all other edits together. */
const PASSWORD_EDIT = ['setProjectPassword', { password: 'short grass by the sea' }] as const;

const editsFor = (path: string) => (path.includes('password') ? [...EDITS, PASSWORD_EDIT] : EDITS);

/** Opens a project with a file that cannot be read, and tries all edits. */
async function checkDamage(path: string, bytes: Buffer): Promise<string> {
  let told: string;
  {
    await using tools = await open(path, bytes);
    told = toldBy(tools);
    expect(told).toContain(path);
    expect(told.length).toBeLessThan(1_000);
    for (const [tool, args] of editsFor(path)) {
      const failure = await tools.call(tool, args).catch((error: unknown) => error);
      if (failure instanceof Error) expect(failure).toBeInstanceOf(AppError);
    }
    if (ORDINARY.includes(path)) await tools.call('createModule', { name: 'New' });
  }
  expect((await readFile(join(workspace, 'shop', path))).equals(bytes)).toBe(true);
  return told;
}

const read = (path: string) => readFile(join(whole, 'shop', path));

const isJson = (bytes: Buffer): boolean => {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
};

const Marks = z.object({ versions: z.record(z.string(), z.record(z.string(), z.number())) });

/** Marks below the codes in use are raised to them again; none is ever lowered. */
function isRaised(before: Buffer, after: Buffer): boolean {
  const [old, now] = [before, after].map(bytes => Marks.safeParse(JSON.parse(bytes.toString('utf8'))).data?.versions);
  return Object.entries(old ?? {}).every(([versionId, marks]) =>
    Object.entries(marks).every(([letter, number]) => (now?.[versionId]?.[letter] ?? 0) >= number),
  );
}

const DAMAGES: readonly (readonly [what: string, make: (bytes: Buffer) => Buffer, told: RegExp])[] = [
  ['empty', () => Buffer.alloc(0), /line 1, column 1: the text is empty/],
  ['null', () => Buffer.from('null\n'), /holds (null|something else), expected an object in braces/],
  ['a number', () => Buffer.from('5\n'), /holds (5|something else), expected an object in braces/],
  ['a list', () => Buffer.from('[]\n'), /holds (a list|something else), expected an object in braces/],
  ['zeros alone', bytes => Buffer.alloc(bytes.length), /NUL bytes, as a power cut leaves them/],
  ['zeros at the end', bytes => Buffer.concat([bytes, Buffer.alloc(4096)]), /NUL bytes/],
  ['zeros for the last half', bytes => Buffer.from(bytes).fill(0, Math.floor(bytes.length / 2)), /NUL bytes/],
  ['marks of a merge', bytes => Buffer.from(`<<<<<<< HEAD\n${bytes}=======\n${bytes}>>>>>>> b\n`), /merge markers/],
  ['itself twice', bytes => Buffer.concat([bytes, bytes]), /expected the end/],
  ['no UTF-8', bytes => Buffer.concat([bytes.subarray(0, -3), Buffer.from([0xc3, 0x28]), bytes.subarray(-3)]), /UTF-8/],
  ['100,000 brackets', () => Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)), /more than 64 levels/],
];

const HUGE: typeof DAMAGES = [
  ['50 MB of one letter', () => Buffer.alloc(50_000_000, 'x'), /line 1, column 1: expected a value/],
  ['a text of 50 MB', () => Buffer.from(`{ "format": 1, "name": "${'x'.repeat(50_000_000)}" }`), /"\w+"/],
];

describe.each([...ORDINARY, ...PRIVATE])('%s', path => {
  it.each(DAMAGES)('a file that holds %s is reported with the reason and never overwritten', async (_, make, told) => {
    expect(await checkDamage(path, make(await read(path)))).toMatch(told);
  });

  it('a file that is cut off anywhere is reported and never overwritten', async () => {
    const bytes = await read(path);
    const step = Math.max(1, Math.floor(bytes.length / CUTS));
    for (let length = 1; length < bytes.length; length += step) {
      const cut = bytes.subarray(0, length);
      if (!isJson(cut)) await checkDamage(path, cut);
    }
  });

  it('a file with a flipped bit is read or reported, but not overwritten', async () => {
    const bytes = await read(path);
    for (let count = 0; count < FLIPS; count += 1) {
      const flipped = Buffer.from(bytes);
      const at = Math.floor((count * bytes.length) / FLIPS);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (count % 8));
      await using tools = await open(path, flipped);
      if (!isJson(flipped)) expect(toldBy(tools)).toContain(path);
      const found = await readFile(join(workspace, 'shop', path));
      const isKept = found.equals(flipped) || (path === MARKS && isRaised(flipped, found));
      expect(isKept, `bit ${count % 8} of byte ${at}`).toBe(true);
    }
  });

  it.each([
    ['a byte order mark', (bytes: Buffer) => Buffer.concat([Buffer.from('\uFEFF'), bytes])],
    ['the line ends of Windows', (bytes: Buffer) => Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r\n'))],
  ])('a file with %s is read and left as it is until it is edited', async (_, make) => {
    const bytes = make(await read(path));
    await using tools = await open(path, bytes);
    expect(toldBy(tools)).toBe('');
    await tools.call('createModule', { name: 'New' });
    expect((await readFile(join(workspace, 'shop', path))).equals(bytes)).toBe(true);
    for (const [tool, args] of editsFor(path)) await tools.call(tool, args);
  });
});

describe.each([MODULE, SECRETS])('%s', path => {
  it.each(HUGE)('a huge file that holds %s is reported and never overwritten', async (_, make, told) => {
    expect(await checkDamage(path, make(await read(path)))).toMatch(told);
  });
});
