import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { childProcesses } from './child-processes.ts';
import type { CompiledEntry } from './compiled-entry.ts';
import { portOf } from './port-of.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export const NEEDS_NAMESPACES = 'network namespaces need root, unshare and ip';

/** Whether processes can be given a network of their own here. */
export const hasNamespaces = (): Promise<boolean> =>
  promisify(execFile)('unshare', ['-n', '-p', '-f', 'ip', 'link', 'set', 'lo', 'up']).then(
    () => true,
    () => false,
  );

export interface SeparateService extends AsyncDisposable {
  apiUrl: string;
  /** Of the service, as this process sees it. */
  pid: number;
  /** As the service's own messages name it. */
  host: string;
  stop(): void;
  goOn(): void;
  /** As a power cut ends it. */
  kill(): Promise<void>;
}

interface Wanted {
  workspace: string;
  renewEveryMs: number;
  /** Whether it sees no processes but its own either, as in a container. */
  alone?: boolean;
}

/** A service with a network of its own, as in a container, reached through a port of this process. */
export async function separateService(
  entry: CompiledEntry,
  { workspace, renewEveryMs, alone = false }: Wanted,
): Promise<SeparateService> {
  const folder = await temporaryDirectory();
  const socketFile = join(folder.path, 'service.sock');
  const relay = createServer(socket => {
    const target = connect(socketFile);
    socket.pipe(target).pipe(socket);
    for (const each of [socket, target]) {
      each.on('error', () => each.destroy());
      each.on('close', () => [socket, target].forEach(other => void other.destroy()));
    }
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const port = portOf(relay);
  const program = 'ip link set lo up && exec "$0" "$@"';
  const spaces = alone ? ['-n', '-p', '-f', '--kill-child', '--mount-proc'] : ['-n'];
  const service = [process.execPath, entry.path, workspace, String(port), socketFile, String(renewEveryMs)];
  const child = spawn('unshare', [...spaces, 'sh', '-c', program, ...service], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code}`)));
  ended.catch(() => undefined);
  await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  const pid = (alone ? childProcesses(child.pid)[0]?.pid : child.pid) ?? Number.NaN;
  const kill = () => endOf(child, pid);
  return {
    apiUrl: `http://127.0.0.1:${port}/api/mcp`,
    pid,
    host: hostname(),
    stop: () => void process.kill(pid, 'SIGSTOP'),
    goOn: () => void process.kill(pid, 'SIGCONT'),
    kill,
    async [Symbol.asyncDispose]() {
      await kill();
      relay.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function endOf(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  process.kill(pid, 'SIGKILL');
  await gone;
}
