/** One service per workspace, however many processes are about to start one. */

import { join } from 'node:path';
import timers from 'node:timers/promises';
import { AppError, isAppError } from '../model/errors/errors.ts';
import type { Service } from './main.ts';
import { findServer, type ServerFile } from './service/server-file.ts';
import { STATE_FOLDER } from './store/edits/stored.ts';
import { failedWrite, makeFolders, nodeFileSystem, PRIVATE_FOLDER } from './store/files/file-system.ts';
import { takeTurnAt } from './store/files/project-lock.ts';

interface Turn {
  workspaceFolder: string;
  start(): Promise<Service>;
  signal: AbortSignal;
}

type FoundService = { kind: 'running'; server: ServerFile } | { kind: 'started'; service: Service };

const TURN_LIMIT_MS = 30_000;
const RETRY_MS = 100;

/** Errors: `busy` when another process starts a service that does not come up; those of the start. */
export async function findOrStart({ workspaceFolder, start, signal }: Turn): Promise<FoundService> {
  const deadline = performance.now() + TURN_LIMIT_MS;
  for (;;) {
    await using turn = await takeTurn(workspaceFolder);
    const server = await findServer(workspaceFolder);
    if (server !== undefined) return { kind: 'running', server };
    if (turn !== undefined) return { kind: 'started', service: await start() };
    if (performance.now() > deadline)
      throw new AppError(
        'busy',
        `Another process is starting a service on ${workspaceFolder}, but it does not come up.`,
      );
    await timers.setTimeout(RETRY_MS, undefined, { signal });
  }
}

/** Where nothing can be written, no service can be announced: there are no turns to take. */
const FREE: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} };

/** Undefined while another process has its turn. */
async function takeTurn(workspaceFolder: string): Promise<AsyncDisposable | undefined> {
  const directory = join(workspaceFolder, STATE_FOLDER);
  try {
    await makeFolders(workspaceFolder);
    await nodeFileSystem.makeDirectory(directory, PRIVATE_FOLDER);
  } catch (error) {
    const failure = failedWrite(error, directory);
    if (isAppError(failure, 'disk-full') || isAppError(failure, 'read-only')) return FREE;
    throw failure;
  }
  return takeTurnAt(directory);
}
