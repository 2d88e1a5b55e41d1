import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { AppError, isAppError } from '../../../model/protocol/errors.ts';
import { failedWrite } from './file-error.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER, systemCode, unlessCode } from './file-system.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { writeDurably } from './write-durably.ts';

/** Who holds a project, as the refusal of the next one names it. */
const LockOwner = z.strictObject({ pid: z.int(), url: z.string().optional() });
export type LockOwner = z.infer<typeof LockOwner>;

export interface ProjectLockOptions {
  /** The project's folder; links to it mean the same project. */
  directory: string;
  /** Made when it is missing: git does not bring it along. */
  stateDirectory: string;
  owner: LockOwner;
  /** Which kind of lock; default: that of this machine. */
  platform?: NodeJS.Platform;
}

export interface ProjectLock extends AsyncDisposable {
  /** Call it as soon as the URL is known. */
  updateOwner(owner: LockOwner): Promise<void>;
  /** Idempotent. The lock goes with its process in any case. */
  release(): Promise<void>;
}

const NOT_WRITABLE = ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'];
/** A full socket address: whether shorter ones are padded with zeros differs between releases of Node. */
const ABSTRACT_NAME_LENGTH = 108;
/** macOS allows 103 bytes. */
const LONGEST_SOCKET_PATH = 100;
const TAKE_OVER_ATTEMPTS = 3;

const ownerPath = (stateDirectory: string): string => join(stateDirectory, 'lock.json');

function lockAddress(project: string, stateDirectory: string, platform: NodeJS.Platform): string {
  const name = `steploom-${createHash('sha256').update(project).digest('hex')}`;
  if (platform === 'linux') return `\0${name}`.padEnd(ABSTRACT_NAME_LENGTH, '-');
  if (platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const besideState = join(stateDirectory, 'lock.sock');
  return Buffer.byteLength(besideState) <= LONGEST_SOCKET_PATH ? besideState : join('/tmp', `${name}.sock`);
}

/** Undefined when somebody else listens there, or a dead process left its socket file. */
function listen(address: string): Promise<Server | undefined> {
  const server = createServer(socket => socket.destroy()).unref();
  return new Promise((resolve, reject) => {
    server.once('error', error => (systemCode(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen({ path: address, exclusive: true }, () => resolve(server));
  });
}

function isAnswering(address: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(address);
    const settle = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', error => settle(!['ECONNREFUSED', 'ENOENT'].includes(systemCode(error) ?? '')));
  });
}

/** Abstract sockets and pipes vanish with their process; a socket file stays and is taken over when nobody answers. */
async function listenOrTakeOver(address: string): Promise<Server | undefined> {
  for (let attempt = 1; attempt <= TAKE_OVER_ATTEMPTS; attempt += 1) {
    const server = await listen(address);
    if (server !== undefined || !address.startsWith('/')) return server;
    const probed = await nodeFileSystem.stat(address);
    if (await isAnswering(address)) return undefined;
    // Another process may have taken over meanwhile: its file is a new one.
    const now = await nodeFileSystem.stat(address);
    if (now !== undefined && now.inode === probed?.inode) {
      await unlessCode(['ENOENT'], () => nodeFileSystem.unlink(address), undefined);
    }
  }
  return undefined;
}

async function readOwner(stateDirectory: string): Promise<LockOwner | undefined> {
  try {
    return LockOwner.parse(JSON.parse((await nodeFileSystem.readFile(ownerPath(stateDirectory))).toString('utf8')));
  } catch {
    // The holder may be about to write it; the refusal stands without its name.
    return undefined;
  }
}

async function lockedError(directory: string, stateDirectory: string): Promise<AppError> {
  const owner = await readOwner(stateDirectory);
  const holder = owner === undefined ? 'another process' : `process ${owner.pid}`;
  const place = owner?.url === undefined ? 'stop that process first' : `use ${owner.url}, or stop that process first`;
  const message = `The project ${directory} is open in ${holder}; ${place}.`;
  return new AppError('project-locked', message, { facts: owner === undefined ? {} : { holder: owner } });
}

/** A disk that is full or read-only must not keep a project from being looked at: the refusal of others is poorer then. */
async function noteOwner(stateDirectory: string, owner: LockOwner): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(owner)}\n`);
  try {
    await writeDurably(nodeFileSystem, ownerPath(stateDirectory), bytes, { mode: PRIVATE_FILE });
  } catch (error) {
    if (!isAppError(error, 'disk-full') && !isAppError(error, 'read-only')) throw error;
  }
}

/** The note goes first: once the lock is free, it may be that of the next holder. */
async function giveBack(server: Server, stateDirectory: string): Promise<void> {
  await nodeFileSystem.unlink(ownerPath(stateDirectory)).catch(() => undefined);
  await new Promise(resolve => server.close(resolve));
}

/**
 * Takes the one lock of a project; it dies with its process, even by `kill -9`.
 * Errors: `project-locked` naming the URL and process of the holder; `store-failed` when the disk fails.
 */
export async function acquireProjectLock(options: ProjectLockOptions): Promise<ProjectLock> {
  const { directory, stateDirectory, owner, platform = process.platform } = options;
  const project = await realpath(directory);
  await unlessCode(NOT_WRITABLE, () => nodeFileSystem.makeDirectory(stateDirectory, PRIVATE_FOLDER), undefined);
  const address = lockAddress(project, join(project, relative(directory, stateDirectory)), platform);
  const server = await listenOrTakeOver(address).catch((error: unknown) => {
    throw failedWrite(error, `the lock of ${directory}`);
  });
  if (server === undefined) throw await lockedError(directory, stateDirectory);
  let released: Promise<void> | undefined;
  const release = (): Promise<void> => {
    released ??= giveBack(server, stateDirectory);
    return released;
  };
  try {
    await noteOwner(stateDirectory, owner);
  } catch (error) {
    await release();
    throw error;
  }
  return {
    release,
    [Symbol.asyncDispose]: release,
    async updateOwner(next) {
      if (released === undefined) await noteOwner(stateDirectory, next);
    },
  };
}
