import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBrowser } from '../../../dist/find-browser.js';
import { thisMachine } from '../../../dist/machine.js';

/** A browser with a debugging port, which the service and a bench attach to side by side. */
export async function startDebuggedBrowser() {
  const machine = thisMachine();
  const { executablePath } = await findBrowser(machine);
  const profile = await mkdtemp(path.join(tmpdir(), 'steploom-bench-profile-'));
  const args = ['--headless=new', '--no-first-run', `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  const child = spawn(executablePath, [...args, ...(machine.userId === 0 ? ['--no-sandbox'] : [])], {
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  return {
    endpoint: `http://127.0.0.1:${await portOf(profile)}`,
    async end() {
      child.kill('SIGKILL');
      await exit;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function portOf(profile) {
  for (;;) {
    const text = await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port] = text.split('\n');
    if (port) return port;
    await delay(50);
  }
}
