import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DoFault } from './command.ts';
import { type DoPlace, type RunningServer, readServer } from './place.ts';

const START_LIMIT_MS = 90_000;
const LOOK_EVERY_MS = 50;
const TELL_AFTER_MS = 1_500;
/** It ends when nobody has used it for so long. */
const IDLE_MINUTES = 30;

const PROGRAM = fileURLToPath(new URL('../bin/steploom.mjs', import.meta.url));

interface ServiceStart {
  place: DoPlace;
  connect: string | undefined;
  /** A file that names a service which is gone, or another workspace's. */
  stale: RunningServer | undefined;
  /** Of a start that takes long. */
  tell(text: string): void;
}

/** Starts a service of its own process, which outlives this command. Errors: `DoFault`, with what it said. */
export async function startService({ place, connect, stale, tell }: ServiceStart): Promise<RunningServer> {
  const { workspace, isUnsaved } = place;
  const folder = join(workspace, '.steploom');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const logFile = join(folder, 'service.log');
  const log = openSync(logFile, 'w', 0o600);
  const options = [
    ...['--workspace', workspace, 'open', '--no-open', '--idle-minutes', String(IDLE_MINUTES)],
    ...(isUnsaved ? ['--unsaved'] : []),
    ...(connect === undefined ? [] : ['--connect', connect]),
  ];
  const child = spawn(process.execPath, [PROGRAM, ...options], {
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  const begunAt = performance.now();
  let isTold = false;
  for (;;) {
    const server = readServer(workspace);
    if (server !== undefined && (server.pid !== stale?.pid || server.secret !== stale.secret)) {
      child.unref();
      return server;
    }
    const tookMs = performance.now() - begunAt;
    if (child.exitCode !== null || tookMs > START_LIMIT_MS)
      throw new DoFault(`Steploom did not start:\n${textOf(logFile)}`, 1);
    if (!isTold && tookMs > TELL_AFTER_MS) tell('Starting Steploom…\n');
    isTold ||= tookMs > TELL_AFTER_MS;
    await timers.setTimeout(LOOK_EVERY_MS);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().slice(-2_000);
  } catch {
    return '';
  }
}
