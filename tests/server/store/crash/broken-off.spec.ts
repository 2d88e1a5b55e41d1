// @module-tag full
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError, isAppError } from '../../../../model/errors/errors.ts';
import { ProjectId } from '../../../../model/names/codes.ts';
import { type DiskTree, treeAt } from '../../../support/crash-states.ts';
import { failingFileSystem } from '../../../support/failing-file-system.ts';
import { PowerCutFileSystem } from '../../../support/power-cut-file-system.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { heldOn, toolsOnDisk } from '../../../support/tools-on-disk.ts';
import { type Call, EDITS, FURNISH } from './edits.ts';

const NEVER = Number.POSITIVE_INFINITY;
/** `npm run test:crash` tries every edit with both; `npm test` with one after the other. */
const CODES = ['EIO', 'ENOSPC'];
const codesOf = (edit: number) => CODES.filter((_code, index) => process.env.MODE === 'crash' || index === edit % 2);

let folder: string;
let cleanUp: () => PromiseLike<void>;
/** The furnished project on a disk in memory. */
let furnished: DiskTree;

beforeAll(async () => {
  const directory = await temporaryDirectory();
  cleanUp = () => directory[Symbol.asyncDispose]();
  folder = directory.path;
  await mkdir(join(folder, 'shop'));
  const disk = new PowerCutFileSystem({ tree: treeAt(folder) });
  {
    await using tools = await toolsOnDisk(disk, folder);
    const project = await tools.workspace.create({ projectId: ProjectId.parse('shop'), name: 'Shop' });
    await project.tokens.setEnabled(true);
    for (const [tool, args] of FURNISH) await tools.call(tool, args);
  }
  furnished = disk.crashStates().at(-1) ?? {};
});
afterAll(() => cleanUp());

/** What the project holds before an edit and after it. */
async function outcomes([tool, args]: Call): Promise<{ before: string; after: string }> {
  const disk = new PowerCutFileSystem({ tree: furnished });
  const before = await heldOn(disk, folder);
  {
    await using tools = await toolsOnDisk(disk, folder);
    await tools.call(tool, args);
  }
  return { before, after: await heldOn(disk, folder) };
}

interface Tried {
  /** Undefined when the edit was answered. */
  error: unknown;
  /** What the edit made of the project, as another process reads it then. */
  held: string;
  /** Whether the fault came in its course. */
  isHit: boolean;
}

interface Fault {
  call: number;
  code: string;
  forGood: boolean;
}

/** Makes an edit on a disk that fails at one of its calls; then, when that passes, looks at what is left and makes another. */
async function tryFault([tool, args]: Call, { call, code, forGood }: Fault): Promise<Tried> {
  const disk = new PowerCutFileSystem({ tree: furnished });
  const fault = { call: NEVER, code, forGood };
  const fs = failingFileSystem(disk, fault);
  const tools = await toolsOnDisk(fs, folder);
  fault.call = fs.calls() + call;
  const error = await tools.call(tool, args).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const isHit = fs.calls() >= fault.call;
  fault.call = NEVER;
  if (!forGood && error !== undefined && !isAppError(error, 'store-failed'))
    await tools.call('createModule', { name: 'Later' });
  // What waits to be written cannot be, once the disk has failed.
  await Promise.resolve(tools[Symbol.asyncDispose]()).catch(() => undefined);
  return { error, held: await heldOn(disk, folder), isHit };
}

const withoutLater = (held: string): string =>
  held.replace(/,\{"format":1,"moduleCode":"m\d+","name":"Later"[^}]*\}/, '');

const CASES = EDITS.map(([tool, args], index) => ({ edit: [tool, args] as const, tool, codes: codesOf(index) }));

describe.each(CASES)('$tool $edit.1 on a disk that fails at any of its calls', ({ edit, codes }) => {
  it.each(codes)('an edit is whole or not made when a disk call fails with %s, and later edits work', async code => {
    const { before, after } = await outcomes(edit);
    let tries = 0;
    for (let isHit = true; isHit; tries += 1) {
      const tried = await tryFault(edit, { call: tries + 1, code, forGood: false });
      isHit = tried.isHit;
      const { error } = tried;
      const held = withoutLater(tried.held);
      if (error !== undefined) expect(error).toBeInstanceOf(AppError);
      if (error === undefined) expect(held).toBe(after);
      else if (isAppError(error, 'store-failed')) expect([before, after]).toContain(held);
      else expect(held).toBe(before);
    }
    expect(tries).toBeGreaterThan(8);
  });

  it('an edit is whole or not made when the process ends at any disk call', async () => {
    const { before, after } = await outcomes(edit);
    for (let call = 1, isHit = true; isHit; call += 1) {
      const tried = await tryFault(edit, { call, code: 'EIO', forGood: true });
      isHit = tried.isHit;
      expect(tried.error === undefined ? [after] : [before, after]).toContain(tried.held);
    }
  });
});
