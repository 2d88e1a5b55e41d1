import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { failedWrite, nodeFileSystem, PRIVATE_FOLDER, systemCode, unlessCode } from './file-system.ts';
import { findHolder, type LeaseOptions, lockedBy, ProjectLease } from './project-lease.ts';

export interface ProjectLockOptions extends Omit<LeaseOptions, 'socket'> {
  /** Links to it mean the same project. */
  directory: string;
  /** Created when missing: git does not bring it along. */
  stateDirectory: string;
  platform?: NodeJS.Platform;
}

export interface ProjectLock extends AsyncDisposable {
  /** Every write confirms it first. */
  readonly lease: Pick<ProjectLease, 'confirm' | 'remove' | 'lost' | 'isHeld'>;
  /** Call it as soon as the URL is known. */
  updateOwner(owner: LeaseOptions['owner']): Promise<void>;
  /** Idempotent. The lock goes with its process in any case. */
  release(): Promise<void>;
}

const NOT_WRITABLE = ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'];
/** A full socket address: releases of Node pad shorter ones in different ways. */
const ABSTRACT_NAME_LENGTH = 108;
/** macOS allows 103 bytes. */
const LONGEST_SOCKET_PATH = 100;
const TAKE_OVER_ATTEMPTS = 3;

function lockAddress(project: string, stateDirectory: string, platform: NodeJS.Platform): string {
  const name = `steploom-${createHash('sha256').update(project).digest('hex')}`;
  if (platform === 'linux') return `\0${name}`.padEnd(ABSTRACT_NAME_LENGTH, '-');
  if (platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const besideState = join(stateDirectory, 'lock.sock');
  return Buffer.byteLength(besideState) <= LONGEST_SOCKET_PATH ? besideState : join('/tmp', `${name}.sock`);
}

/** Undefined when another process listens, or a dead one left its socket file. */
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

/** Abstract sockets and pipes vanish with their process; a socket file stays. */
async function listenOrTakeOver(address: string): Promise<Server | undefined> {
  for (let attempt = 1; attempt <= TAKE_OVER_ATTEMPTS; attempt += 1) {
    const server = await listen(address);
    if (server !== undefined || !address.startsWith('/')) return server;
    const probed = await nodeFileSystem.stat(address);
    if (await isAnswering(address)) return undefined;
    // Another process may have taken over meanwhile: its file has another inode.
    const now = await nodeFileSystem.stat(address);
    if (now !== undefined && now.inode === probed?.inode) {
      await unlessCode(['ENOENT'], () => nodeFileSystem.unlink(address), undefined);
    }
  }
  return undefined;
}

/** Undefined where another process has the lock. */
async function listenFor({ directory, stateDirectory, platform = process.platform }: LockedFolder) {
  const project = await realpath(directory);
  await unlessCode(NOT_WRITABLE, () => nodeFileSystem.makeDirectory(stateDirectory, PRIVATE_FOLDER), undefined);
  const address = lockAddress(project, join(project, relative(directory, stateDirectory)), platform);
  const server = await listenOrTakeOver(address).catch((error: unknown) => {
    throw failedWrite(error, `the lock of ${directory}`);
  });
  if (server === undefined) return undefined;
  const close = () => new Promise<void>(resolve => server.close(() => resolve()));
  return { address, close };
}

type LockedFolder = Pick<ProjectLockOptions, 'directory' | 'stateDirectory' | 'platform'>;

/** Among processes that see each other's sockets; undefined while another one has the turn. */
export async function takeTurnAt(directory: string): Promise<AsyncDisposable | undefined> {
  const lock = await listenFor({ directory, stateDirectory: directory });
  return lock && { [Symbol.asyncDispose]: lock.close };
}

/** The lock dies with its process, even by `kill -9`. Errors: `project-locked` naming the holder; `store-failed`. */
export async function acquireProjectLock(options: ProjectLockOptions): Promise<ProjectLock> {
  const { directory, stateDirectory } = options;
  const lock = await listenFor(options);
  if (lock === undefined) throw lockedBy(directory, await findHolder(stateDirectory));
  const lease = await ProjectLease.take({ ...options, socket: lock.address }).catch(async (error: unknown) => {
    await lock.close();
    throw error;
  });
  let released: Promise<void> | undefined;
  const release = (): Promise<void> => {
    released ??= lease.release().then(lock.close);
    return released;
  };
  return {
    lease,
    release,
    [Symbol.asyncDispose]: release,
    async updateOwner(next) {
      // On failure, only the message for other processes says less.
      if (released === undefined) await lease.update(next).catch(() => undefined);
    },
  };
}
