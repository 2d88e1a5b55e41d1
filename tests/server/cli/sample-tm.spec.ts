import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noteCommand, steploom } from '../../support/command-line.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../bin/steploom.mjs');
const Ready = z.object({
  url: z.string(),
  pid: z.number(),
  fileListUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  serverUrl: z.string(),
  token: z.string(),
});

/** The command with its first line of output; it gets Ctrl+C in the end, and its exit code is told. */
async function start(...words: string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'sample-tm', '--port', '0', ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    line: String(line),
    async interrupt() {
      const closed = once(child, 'close');
      child.kill('SIGINT');
      const [exitCode] = await closed;
      noteCommand(['sample-tm'], exitCode);
      return exitCode;
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}

describe('steploom sample-tm', () => {
  it('steploom sample-tm prints its address, answers requests and exits with 0 on Ctrl+C', async () => {
    using service = await start();
    const [, url] = /^Sample test management is ready: (http:\/\/127\.0\.0\.1:\d+)$/.exec(service.line) ?? [];
    expect(await (await fetch(`${url}/executions`)).json()).toEqual([]);
    expect(await service.interrupt()).toBe(0);
  });

  it('steploom sample-tm works as a feature server with the settings that it prints', async () => {
    await using workspace = await temporaryDirectory();
    using service = await start('--json');
    const { fileListUrl, clientId, clientSecret, serverUrl, token } = Ready.parse(JSON.parse(service.line));
    await steploom(workspace.path, 'init', 'shop');
    const configure = (settings: object, environment: Record<string, string> = {}) =>
      steploom(workspace.path, environment, 'call', 'configureFeatureServer', JSON.stringify(settings));
    const check = async (environment: Record<string, string> = {}) => {
      const { stdout } = await steploom(workspace.path, environment, 'call', 'checkFeatureServer', '{}');
      return z.object({ ok: z.boolean(), total: z.number() }).parse(JSON.parse(stdout));
    };
    const configured = await configure({ type: 'xray-cloud', fileListUrl, clientId });
    expect(configured.stdout).not.toContain(clientSecret);
    expect(await check()).toMatchObject({ ok: false });
    expect(await check({ CLIENT_SECRET: clientSecret })).toEqual({ ok: true, total: 4 });
    await configure({ type: 'xray-server', fileListUrl: serverUrl, token });
    expect(await check()).toEqual({ ok: true, total: 4 });
  });

  it('steploom sample-tm refuses invalid ports and ports that are taken', async () => {
    await using workspace = await temporaryDirectory();
    const port = await steploom(workspace.path, 'sample-tm', '--port', 'x');
    expect([port.exitCode, port.stderr]).toEqual([2, expect.stringContaining('--port takes a number')]);
    using service = await start();
    const taken = new URL(service.line.replace(/^.* /, '')).port;
    const second = await steploom(workspace.path, 'sample-tm', '--port', taken);
    expect([second.exitCode, second.stderr]).toEqual([4, expect.stringContaining('EADDRINUSE')]);
  });
});
