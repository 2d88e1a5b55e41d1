/** What the disk may hold after a power cut, for edits made by calling tools. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ProjectId } from '../../../../model/names/codes.ts';
import { isTemporaryName } from '../../../../server/store/files/write-durably.ts';
import { type DiskTree, treeAt, treeBelow } from '../../../support/crash-states.ts';
import { PowerCutFileSystem, type PowerCutOptions } from '../../../support/power-cut-file-system.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { heldOn, toolsOnDisk } from '../../../support/tools-on-disk.ts';
import type { Edit, EditSource } from './chosen-edits.ts';

/** What a workspace may hold after a power cut. */
export interface Cut {
  tree: DiskTree;
  /** What a reader may find there, as `heldOn` tells it. */
  allowed: readonly string[];
  /** The edit under way, or the one that was answered last. */
  edit: Edit;
  /** Codes that answers had named by then. */
  given: ReadonlySet<string>;
}

const isIgnored = (name: string) => isTemporaryName(name) || name === 'backups';

/** Where edits are made, and where what is left of them is read: each has a lock of its own. */
export interface Places extends AsyncDisposable {
  edited: string;
  read: string;
  /** The project before the first edit. */
  start: DiskTree;
}

export async function preparePlaces(): Promise<Places> {
  const directory = await temporaryDirectory();
  const [edited, read] = [join(directory.path, 'edited'), join(directory.path, 'read')];
  for (const folder of [edited, read]) await mkdir(join(folder, 'shop'), { recursive: true });
  const disk = new PowerCutFileSystem({ tree: treeAt(edited) });
  {
    await using tools = await toolsOnDisk(disk, edited);
    const project = await tools.workspace.create({ projectId: ProjectId.parse('shop'), name: 'Shop' });
    await project.tokens.setEnabled(true);
    await tools.call('createModule', { name: 'Home' });
  }
  const start = treeBelow(disk.crashStates().at(-1) ?? {}, edited);
  return { edited, read, start, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}

/** Tells which flush to leave out, to prove that it is needed. */
export type Skips = PowerCutOptions['skipsSync'];

/** Every power cut while edits are made, those of one edit at a time. */
async function* cutsOfEdits({ edited, start }: Places, source: EditSource, skipsSync: Skips): AsyncGenerator<Cut[]> {
  const trees = new Map<string, DiskTree>();
  const gather = () => {
    for (const tree of disk.crashStates()) trees.set(JSON.stringify(tree), treeBelow(tree, edited));
  };
  const tree = treeAt(edited, start);
  const disk: PowerCutFileSystem = new PowerCutFileSystem({ tree, isIgnored, skipsSync, onStep: gather });
  await using tools = await toolsOnDisk(disk, edited);
  const take = (cut: Omit<Cut, 'tree' | 'given'>): Cut[] => {
    const taken = [...trees.values()];
    trees.clear();
    return taken.map(left => ({ ...cut, tree: left, given: new Set(given) }));
  };
  const given: string[] = [];
  let before = await heldOn(disk, edited);
  for (let edit = source.next(); edit !== undefined; edit = source.next()) {
    const reply = await tools.call(edit.tool, edit.args);
    const after = await heldOn(disk, edited);
    const during = take({ allowed: [before, after], edit });
    source.answered(edit, reply);
    given.push(...codesIn(reply));
    gather();
    yield [...during, ...take({ allowed: [after], edit })];
    before = after;
  }
}

/** What a reader misses after a power cut. */
async function lossOf({ tree, allowed }: Cut, { read }: Places): Promise<string | undefined> {
  const disk = new PowerCutFileSystem({ tree: treeAt(read, tree) });
  const found = await heldOn(disk, read).catch((error: unknown) => `unreadable: ${error}`);
  return allowed.includes(found) ? undefined : `found ${found}, not ${allowed.join(' nor ')}`;
}

const MadeModule = z.object({ module: z.object({ moduleCode: z.string() }) });
const MadeTest = z.object({ test: z.object({ testCode: z.string() }) });
const CODE = /"(?:module|test)Code":"([mt]\d+)"/g;

const codesIn = (reply: unknown): string[] =>
  [...JSON.stringify(reply).matchAll(CODE)].flatMap(([, code]) => code ?? []);

/** What is wrong when the project is opened then, the edit sent once more where it has a key, and another one made. */
async function faultAfter({ tree, allowed, edit, given }: Cut, { read }: Places): Promise<string | undefined> {
  const disk = new PowerCutFileSystem({ tree: treeAt(read, tree) });
  await using tools = await toolsOnDisk(disk, read);
  if ('idempotencyKey' in edit.args) {
    const failure = await tools.call(edit.tool, edit.args).then(
      () => undefined,
      (error: unknown) => `repeated: ${error}`,
    );
    if (failure !== undefined) return failure;
    if ((await heldOn(disk, read)) !== allowed.at(-1)) return 'what was sent again was not done just once';
  }
  const { moduleCode } = MadeModule.parse(await tools.call('createModule', { name: 'Later' })).module;
  const { testCode } = MadeTest.parse(await tools.call('createTest', { moduleCode, name: 'Later' })).test;
  const again = [moduleCode, testCode].find(code => given.has(code));
  return again && `${again} was given again`;
}

interface Trial {
  states: number;
  /** The first that a power cut costs. */
  loss: string | undefined;
}

interface TrialOptions {
  skipsSync?: Skips;
  /** Every n-th state is not only read but opened and edited. Default: each. */
  opensEvery?: number;
}

/** Makes edits until a power cut among them loses something. */
export async function tryEdits(
  places: Places,
  source: EditSource,
  { skipsSync, opensEvery = 1 }: TrialOptions = {},
): Promise<Trial> {
  let states = 0;
  for await (const cuts of cutsOfEdits(places, source, skipsSync))
    for (const cut of cuts) {
      states += 1;
      const isOpened = states % opensEvery === 0;
      const loss = (await lossOf(cut, places)) ?? (isOpened ? await faultAfter(cut, places) : undefined);
      if (loss !== undefined) return { states, loss: `${cut.edit.tool} ${JSON.stringify(cut.edit.args)}: ${loss}` };
    }
  return { states, loss: undefined };
}
