/** What the disk may hold after a power cut, for edits made through the door of the project's files. */
import type { FileChange } from '../../../../server/store/files/commit-changes.ts';
import { openProjectFiles, type ProjectFiles } from '../../../../server/store/files/project-files.ts';
import { isTemporaryName } from '../../../../server/store/files/write-durably.ts';
import type { DiskTree } from '../../../support/crash-states.ts';
import { PowerCutFileSystem, type PowerCutOptions } from '../../../support/power-cut-file-system.ts';

const ROOT = '/project';
export const STATE = '/project/.steploom';
const EMPTY_PROJECT: DiskTree = { project: { '.steploom': {} } };

/** Texts by path: what the project holds. */
type Content = Readonly<Record<string, string>>;

/** A disk after a power cut, and what a reader may find there. */
export interface Cut {
  tree: DiskTree;
  allowed: readonly Content[];
}

const isIgnored = (name: string) => isTemporaryName(name) || name === 'backups';

export const writeText = (path: string, round: number): FileChange => ({ path, text: `${path} of round ${round}\n` });
export const remove = (path: string): FileChange => ({ path, text: undefined });

/** Ten edits: single and several files, new and deleted ones, new and emptied folders. */
function roundOfEdits(round: number): FileChange[][] {
  const main = 'versions/main';
  const other = `versions/v${round}`;
  const write = (path: string, half = 0) => writeText(path, round + half);
  return [
    [write('project.json')],
    [write(`${main}/version.json`), write(`${main}/environments.json`)],
    [write(`${main}/modules/m1.json`)],
    [write(`${main}/modules/m2.json`), write(`${main}/modules/m3.json`), write(`${main}/links.json`)],
    [remove(`${main}/links.json`)],
    [write(`${main}/modules/m1.json`, 0.5), remove(`${main}/modules/m2.json`)],
    [write(`${other}/version.json`), write(`${other}/modules/m1.json`), write('project.json', 0.5)],
    [write(`${main}/features/shop/cart.feature`)],
    [write(`${main}/modules/m3.json`, 0.5), write(`${main}/features/shop/cart.feature`, 0.5)],
    [remove(`${other}/version.json`), remove(`${other}/modules/m1.json`), write(`${main}/modules/m1.json`)],
  ];
}

const SCRIPT = [1, 2, 3, 4, 5].flatMap(roundOfEdits);

function applyTo(content: Content, changes: readonly FileChange[]): Content {
  const next = new Map(Object.entries(content));
  for (const { path, text } of changes) {
    if (text === undefined) next.delete(path);
    else next.set(path, text);
  }
  return Object.fromEntries([...next].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const open = (fs: PowerCutFileSystem) => openProjectFiles({ fs, root: ROOT, stateDirectory: STATE });

async function readAll(files: ProjectFiles, directory = ''): Promise<Content> {
  let content: Content = {};
  for (const { name, isDirectory } of await files.list(directory)) {
    if (name.startsWith('.')) continue;
    const path = directory === '' ? name : `${directory}/${name}`;
    const text = isDirectory ? undefined : await files.readText(path);
    content = { ...content, ...(text === undefined ? await readAll(files, path) : { [path]: text }) };
  }
  return applyTo(content, []);
}

const sameContent = (a: Content, b: Content) => JSON.stringify(a) === JSON.stringify(b);

const withoutIgnored = (tree: DiskTree): string =>
  JSON.stringify(tree, (name, value: unknown) => (isIgnored(name) ? undefined : value));

/** Gathers the crash states of a disk, each once for the same expectation. */
function cutter() {
  const seen = new Set<string>();
  const cuts: Cut[] = [];
  return {
    cut(disk: PowerCutFileSystem | undefined, allowed: readonly Content[]) {
      for (const tree of disk?.crashStates() ?? []) {
        const key = withoutIgnored(tree) + JSON.stringify(allowed);
        if (!seen.has(key)) cuts.push({ tree, allowed });
        seen.add(key);
      }
    },
    take: () => cuts.splice(0),
  };
}

/** Whether a reader of the disk after the power cut finds what was acknowledged, whole. */
async function survives({ tree, allowed }: Cut): Promise<boolean> {
  const found = await readAll(await open(new PowerCutFileSystem({ tree })));
  return allowed.some(content => sameContent(content, found));
}

async function firstLoss(cuts: readonly Cut[]): Promise<Cut | undefined> {
  for (const cut of cuts) if (!(await survives(cut))) return cut;
  return undefined;
}

/** Tells which flush to leave out, to prove that it is needed. */
export type Skips = PowerCutOptions['skipsSync'];

interface Trial {
  states: number;
  loss: Cut | undefined;
}

/** Runs steps that gather cuts, and stops at the first that loses something. */
export async function tryEach(steps: AsyncIterable<Cut[]>): Promise<Trial> {
  let states = 0;
  for await (const cuts of steps) {
    states += cuts.length;
    const loss = await firstLoss(cuts);
    if (loss !== undefined) return { states, loss };
  }
  return { states, loss: undefined };
}

/** Every power cut while the script runs. */
export async function* cutsOfScript(skipsSync?: Skips): AsyncGenerator<Cut[]> {
  const gathered = cutter();
  let allowed: readonly Content[] = [{}];
  const onStep = () => gathered.cut(disk, allowed);
  const disk: PowerCutFileSystem = new PowerCutFileSystem({ tree: EMPTY_PROJECT, isIgnored, skipsSync, onStep });
  const files = await open(disk);
  let before: Content = {};
  for (const changes of SCRIPT) {
    const after = applyTo(before, changes);
    allowed = [before, after];
    await files.commit(changes);
    allowed = [after];
    gathered.cut(disk, allowed);
    yield gathered.take();
    before = after;
  }
}

const BEFORE = applyTo({}, [writeText('a/one.json', 1), writeText('a/two.json', 1), writeText('b/three.json', 1)]);
export const EDIT: FileChange[] = [writeText('a/one.json', 2), remove('a/two.json'), writeText('c/four.json', 2)];
const AFTER = applyTo(BEFORE, EDIT);

/** A disk that holds `BEFORE` safely. */
async function preparedTree(): Promise<DiskTree> {
  const disk = new PowerCutFileSystem({ tree: EMPTY_PROJECT });
  const files = await open(disk);
  await files.commit(Object.entries(BEFORE).map(([path, text]) => ({ path, text })));
  return disk.crashStates().at(-1) ?? {};
}

/** Every power cut while an edit that a first power cut broke off is finished at open, and while the next one is made. */
export async function* cutsOfRecovery(skipsSync?: Skips): AsyncGenerator<Cut[]> {
  const first = cutter();
  const onFirstStep = () => first.cut(disk, [BEFORE, AFTER]);
  const disk: PowerCutFileSystem = new PowerCutFileSystem({
    tree: await preparedTree(),
    isIgnored,
    onStep: onFirstStep,
  });
  await (await open(disk)).commit(EDIT);
  const later = [writeText('a/one.json', 3)];
  for (const { tree } of first.take()) {
    const second = cutter();
    let allowed: readonly Content[] = [BEFORE, AFTER];
    const onStep = () => second.cut(reopened, allowed);
    const reopened: PowerCutFileSystem = new PowerCutFileSystem({ tree, isIgnored, skipsSync, onStep });
    const files = await open(reopened);
    const found = await readAll(files);
    second.cut(reopened, [found]);
    allowed = [found, applyTo(found, later)];
    await files.commit(later);
    second.cut(reopened, [applyTo(found, later)]);
    yield second.take();
  }
}

/** A process killed after any of its calls; the next one edits what it finds; then the power goes. */
export async function* cutsAfterKills(edit: FileChange[], skipsSync?: Skips): AsyncGenerator<Cut[]> {
  const tree = await preparedTree();
  const later = [writeText('b/three.json', 3)];
  for (let lastStep = 1; ; lastStep += 1) {
    let steps = 0;
    let survivor: PowerCutFileSystem | undefined;
    const onStep = () => {
      steps += 1;
      if (steps === lastStep) survivor = disk.restart({ isIgnored, skipsSync });
    };
    const disk: PowerCutFileSystem = new PowerCutFileSystem({ tree, isIgnored, onStep });
    const killed = open(disk).then(files => files.commit(edit));
    const failure = await killed.then(() => undefined).catch((error: unknown) => error);
    if (survivor === undefined && failure === undefined) return;
    if (survivor === undefined) throw failure;
    const files = await open(survivor);
    const found = await readAll(files);
    const gathered = cutter();
    gathered.cut(survivor, [found]);
    await files.commit(later);
    gathered.cut(survivor, [applyTo(found, later)]);
    yield gathered.take();
  }
}
