/** What a disk holds after a power cut: texts and folders by name. */
export interface DiskTree {
  [name: string]: string | DiskTree;
}

const segments = (path: string): string[] => path.split('/').filter(Boolean);

/** A disk that holds a tree at a path, and nothing else. */
export const treeAt = (path: string, tree: DiskTree = {}): DiskTree =>
  segments(path).reduceRight<DiskTree>((below, name) => ({ [name]: below }), tree);

/** What a disk holds at a path. */
export const treeBelow = (tree: DiskTree, path: string): DiskTree =>
  segments(path).reduce((at, name) => {
    const below = at[name];
    return typeof below === 'object' ? below : {};
  }, tree);

export interface FileNode {
  inode: bigint;
  mode: number;
  modifiedNs: bigint;
  content: Buffer;
  /** What the disk certainly holds; undefined when nothing was flushed yet. */
  flushed: Buffer | undefined;
}

/** Names given to a file or folder, or taken away, in one go. */
export type NameChanges = (readonly [name: string, node: Node | undefined])[];

export interface DirectoryNode {
  inode: bigint;
  mode: number;
  entries: Map<string, Node>;
  flushed: Map<string, Node>;
  /** Changes of names since the last flush: any of them may reach the disk without the others. */
  pending: NameChanges[];
}

export type Node = FileNode | DirectoryNode;

/** Older unflushed names count as kept, so that the number of states stays finite. */
const MOST_UNCERTAIN = 8;

export const isDirectory = (node: Node): node is DirectoryNode => 'entries' in node;

const product = <T>(lists: readonly T[][]): T[][] =>
  lists.reduce<T[][]>((rows, list) => rows.flatMap(row => list.map(item => [...row, item])), [[]]);

export const applyNames = (entries: Map<string, Node>, changes: NameChanges) => {
  for (const [name, node] of changes) {
    if (node === undefined) entries.delete(name);
    else entries.set(name, node);
  }
};

type IsIgnored = (name: string) => boolean;

/** The names a folder may hold after a power cut. */
function namesAfterCut({ flushed, pending, entries }: DirectoryNode, isIgnored: IsIgnored): Map<string, Node>[] {
  const relevant = pending.filter(changes => changes.some(([name]) => !isIgnored(name)));
  const certain = relevant.slice(0, -MOST_UNCERTAIN).flat();
  const uncertain = relevant.slice(-MOST_UNCERTAIN);
  return Array.from({ length: 2 ** uncertain.length }, (_, subset) => {
    const outcome = new Map(flushed);
    applyNames(outcome, certain);
    for (const [index, changes] of uncertain.entries()) if (subset & (1 << index)) applyNames(outcome, changes);
    for (const name of outcome.keys()) if (isIgnored(name)) outcome.delete(name);
    for (const [name, node] of entries) if (isIgnored(name)) outcome.set(name, node);
    return outcome;
  });
}

function contentsAfterCut(name: string, node: Node, isIgnored: IsIgnored): (string | DiskTree)[] {
  if (isDirectory(node)) return isIgnored(name) ? [{}] : crashStatesOf(node, isIgnored);
  const whole = node.content.toString('utf8');
  if (node.flushed === node.content || isIgnored(name)) return [whole];
  const cut = whole.slice(0, whole.length / 2);
  return [whole, cut, '\0'.repeat(whole.length), node.flushed?.toString('utf8') ?? ''];
}

/** Every state a power cut may leave: unflushed content whole, old, cut or zeroed; unflushed names in any subset. */
export function crashStatesOf(directory: DirectoryNode, isIgnored: IsIgnored): DiskTree[] {
  const states = namesAfterCut(directory, isIgnored).flatMap(outcome => {
    const entries = [...outcome].sort(([a], [b]) => (a < b ? -1 : 1));
    const contents = entries.map(([name, node]) => contentsAfterCut(name, node, isIgnored));
    return product(contents).map(row => Object.fromEntries(entries.map(([name], index) => [name, row[index] ?? ''])));
  });
  return [...new Map(states.map(tree => [JSON.stringify(tree), tree])).values()];
}
