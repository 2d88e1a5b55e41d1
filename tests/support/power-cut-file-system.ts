import type { DirectoryEntry, FileStat, FileSystem, WritableFile } from '../../server/store/files/file-system.ts';
import {
  applyNames,
  crashStatesOf,
  type DirectoryNode,
  type DiskTree,
  type FileNode,
  isDirectory,
  type NameChanges,
  type Node,
} from './crash-states.ts';

export interface SyncCall {
  path: string;
  isDirectory: boolean;
  /** Content of the file; empty for a folder. */
  text: string;
  /** The folder got a new folder since its last flush. */
  madeDirectory: boolean;
  /** Whether a path is there at the moment. */
  has: (path: string) => boolean;
}

export interface PowerCutOptions {
  tree?: DiskTree;
  /** A flush that is left out although the caller believes in it: to prove that it is needed. */
  skipsSync?: (call: SyncCall) => boolean;
  /** Names whose fate is not of interest: as they are now, in every state. */
  isIgnored?: (name: string) => boolean;
  /** Called after every call that changes something of interest: the moments to cut the power. */
  onStep?: () => void;
}

const failure = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code });

/**
 * A disk in memory that forgets like a real one: file content counts once the file is flushed, names once their
 * folder is. `crashStates` gives everything a power cut at this moment may leave behind.
 */
export class PowerCutFileSystem implements FileSystem {
  readonly #options: PowerCutOptions;
  readonly #root: DirectoryNode;
  #inodes = 0n;
  #isDead = false;

  constructor(options: PowerCutOptions = {}) {
    this.#options = options;
    this.#root = this.#load(options.tree ?? {});
  }

  /** As `kill -9` of the process: its calls fail from now on, the returned disk goes on with all that was written. */
  restart(options: Omit<PowerCutOptions, 'tree'>): PowerCutFileSystem {
    this.#isDead = true;
    const next = new PowerCutFileSystem(options);
    next.#root.entries = this.#root.entries;
    next.#root.flushed = this.#root.flushed;
    next.#root.pending = this.#root.pending;
    next.#inodes = this.#inodes;
    return next;
  }

  /** Every state a power cut may leave: unflushed content whole, old, cut or zeroed; unflushed names in any subset. */
  crashStates(): DiskTree[] {
    return crashStatesOf(this.#root, this.#options.isIgnored ?? (() => false));
  }

  async createFile(path: string, mode: number): Promise<WritableFile> {
    const { directory, name } = this.#parent(path);
    if (directory.entries.has(name)) throw failure('EEXIST', path);
    const file = this.#file(Buffer.alloc(0), mode);
    this.#rename(directory, [[name, file]]);
    return {
      write: async (bytes, offset) => {
        this.#check();
        // Never all at once, as a nearly full disk does.
        const length = Math.ceil((bytes.length - offset) / 2);
        file.content = Buffer.concat([file.content, bytes.subarray(offset, offset + length)]);
        this.#step(name);
        return length;
      },
      sync: async () => {
        this.#check();
        if (!this.#skips({ path, isDirectory: false, text: file.content.toString('utf8'), madeDirectory: false }))
          file.flushed = file.content;
        this.#step(name);
      },
      stat: async () => this.#statOf(file),
      close: async () => this.#check(),
    };
  }

  async readFile(path: string): Promise<Buffer> {
    const node = this.#find(path);
    if (node === undefined) throw failure('ENOENT', path);
    if (isDirectory(node)) throw failure('EISDIR', path);
    return node.content;
  }

  async rename(from: string, to: string): Promise<void> {
    const { directory, name } = this.#parent(from);
    const target = this.#parent(to);
    const node = directory.entries.get(name);
    if (node === undefined) throw failure('ENOENT', from);
    if (directory !== target.directory) throw failure('EXDEV', to);
    this.#rename(directory, [
      [name, undefined],
      [target.name, node],
    ]);
  }

  async link(existing: string, path: string): Promise<void> {
    const node = this.#find(existing);
    const { directory, name } = this.#parent(path);
    if (node === undefined) throw failure('ENOENT', existing);
    if (directory.entries.has(name)) throw failure('EEXIST', path);
    this.#rename(directory, [[name, node]]);
  }

  async unlink(path: string): Promise<void> {
    const { directory, name } = this.#parent(path);
    if (!directory.entries.has(name)) throw failure('ENOENT', path);
    this.#rename(directory, [[name, undefined]]);
  }

  async makeDirectory(path: string, mode: number): Promise<void> {
    const { directory, name } = this.#parent(path);
    if (directory.entries.has(name)) return;
    this.#rename(directory, [[name, this.#directory(mode)]]);
  }

  async removeDirectory(path: string): Promise<void> {
    const node = this.#find(path);
    if (node === undefined || !isDirectory(node)) throw failure('ENOENT', path);
    if (node.entries.size > 0) throw failure('ENOTEMPTY', path);
    await this.unlink(path);
  }

  async list(path: string): Promise<DirectoryEntry[]> {
    const node = this.#find(path);
    if (node === undefined || !isDirectory(node)) throw failure('ENOENT', path);
    return [...node.entries].map(([name, entry]) => ({ name, isDirectory: isDirectory(entry) }));
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const node = this.#find(path);
    return node === undefined ? undefined : this.#statOf(node);
  }

  async changeMode(path: string, mode: number): Promise<void> {
    const node = this.#find(path);
    if (node === undefined) throw failure('ENOENT', path);
    node.mode = mode;
  }

  async syncDirectory(path: string): Promise<void> {
    const node = this.#find(path);
    if (node === undefined || !isDirectory(node)) throw failure('ENOENT', path);
    const madeDirectory = node.pending.flat().some(([, entry]) => entry !== undefined && isDirectory(entry));
    if (!this.#skips({ path, isDirectory: true, text: '', madeDirectory })) {
      node.flushed = new Map(node.entries);
      node.pending = [];
    }
    this.#step('');
  }

  #check(): void {
    if (this.#isDead) throw failure('EIO', 'the process was killed');
  }

  #step(name: string): void {
    if (!this.#options.isIgnored?.(name)) this.#options.onStep?.();
  }

  #skips(call: Omit<SyncCall, 'has'>): boolean {
    return this.#options.skipsSync?.({ ...call, has: path => this.#find(path) !== undefined }) ?? false;
  }

  #file(content: Buffer, mode: number): FileNode {
    this.#inodes += 1n;
    return { inode: this.#inodes, mode, modifiedNs: this.#inodes, content, flushed: undefined };
  }

  #directory(mode: number): DirectoryNode {
    this.#inodes += 1n;
    return { inode: this.#inodes, mode, entries: new Map(), flushed: new Map(), pending: [] };
  }

  #load(tree: DiskTree): DirectoryNode {
    const directory = this.#directory(0o755);
    for (const [name, content] of Object.entries(tree)) {
      const node = typeof content === 'string' ? this.#file(Buffer.from(content), 0o644) : this.#load(content);
      if (!isDirectory(node)) node.flushed = node.content;
      directory.entries.set(name, node);
      directory.flushed.set(name, node);
    }
    return directory;
  }

  #find(path: string): Node | undefined {
    this.#check();
    let node: Node | undefined = this.#root;
    for (const name of path.split('/').filter(Boolean)) {
      node = node !== undefined && isDirectory(node) ? node.entries.get(name) : undefined;
    }
    return node;
  }

  #parent(path: string): { directory: DirectoryNode; name: string } {
    const cut = path.lastIndexOf('/');
    const directory = this.#find(path.slice(0, cut));
    if (directory === undefined || !isDirectory(directory)) throw failure('ENOENT', path);
    return { directory, name: path.slice(cut + 1) };
  }

  #statOf(node: Node): FileStat {
    const isFolder = isDirectory(node);
    const sizeBytes = isFolder ? 0 : node.content.length;
    const modifiedNs = isFolder ? 0n : node.modifiedNs;
    return { sizeBytes, inode: node.inode, modifiedNs, mode: node.mode, isDirectory: isFolder };
  }

  #rename(directory: DirectoryNode, changes: NameChanges): void {
    applyNames(directory.entries, changes);
    directory.pending.push(changes);
    this.#step(changes.at(-1)?.[0] ?? '');
  }
}
