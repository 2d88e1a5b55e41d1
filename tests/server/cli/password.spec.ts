import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPassword } from '../../../server/cli/read-password.ts';
import { steploom } from '../../support/command-line.ts';
import { startSteploom } from '../../support/running-steploom.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

const PASSWORD = 'long grass by the river';
const PROGRAM = resolve(import.meta.dirname, '../../../bin/steploom.mjs');

/** What a person at a terminal types, line by line, and what is said meanwhile. */
function terminal(...lines: string[]) {
  const told: string[] = [];
  const interrupted = new AbortController();
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const typing = [...lines];
  return {
    told,
    input,
    signal: interrupted.signal,
    interrupt: () => interrupted.abort(),
    tell(text: string) {
      told.push(text);
      setImmediate(() => input.write(typing.shift() ?? ''));
    },
  };
}

describe('a password that is typed', () => {
  it('is asked for twice', async () => {
    const person = terminal(`${PASSWORD}\r`, `${PASSWORD}\r`);
    expect(await readPassword(person)).toBe(PASSWORD);
    expect(person.told).toHaveLength(2);
    expect(person.told.join()).not.toContain(PASSWORD);
  });

  it('is refused when the second is another', async () => {
    await expect(readPassword(terminal('long grass\r', 'lang grass\r'))).rejects.toThrow('not the same');
  });

  it('is no longer waited for after Ctrl+C', async () => {
    const person = terminal('long\u0003');
    await expect(readPassword(person)).rejects.toThrow();
    expect(person.signal.aborted).toBe(true);
  });
});

describe('a password that is piped', () => {
  const piped = (...chunks: string[]) => {
    const { input, ...rest } = terminal();
    for (const chunk of chunks) input.write(chunk);
    input.end();
    return readPassword({ ...rest, input: Object.assign(input, { isTTY: false }) });
  };

  it('is the first line, whatever comes after it', async () => {
    expect(await piped('long ', 'grass\n', 'more\n')).toBe('long grass');
    expect(await piped(' long grass \r\n')).toBe(' long grass ');
    expect(await piped('long grass')).toBe('long grass');
  });

  it('is missed when nothing comes', async () => {
    await expect(piped('')).rejects.toThrow('No password came in');
    await expect(piped('\n')).rejects.toThrow('No password came in');
  });
});

describe('steploom password', () => {
  let workspace: TemporaryDirectory;
  const stored = () => readFile(join(workspace.path, 'shop', '.steploom', 'password.json'), 'utf8');

  beforeAll(async () => {
    workspace = await temporaryDirectory();
    await steploom(workspace.path, 'init', 'shop');
  });
  afterAll(() => workspace[Symbol.asyncDispose]());

  /** The command with a password as its standard input. */
  async function setPassword(text: string, ...args: string[]) {
    const child = spawn(process.execPath, [PROGRAM, '--workspace', workspace.path, 'password', ...args]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
    child.stdin.end(text);
    const [exitCode] = await once(child, 'close');
    return { exitCode, output };
  }

  it('sets it from standard input, with and without a server', async () => {
    expect(await setPassword(`${PASSWORD}\n`)).toEqual({
      exitCode: 0,
      output: 'The project "shop" has a new password.\n',
    });
    const first = await stored();
    await using _service = await startSteploom(workspace.path);
    expect((await setPassword('another password', '--project', 'shop')).exitCode).toBe(0);
    expect(await stored()).not.toBe(first);
    const projects = await steploom(workspace.path, 'call', 'getProjects');
    expect(JSON.parse(projects.stdout)).toMatchObject({ projects: [{ projectId: 'shop', hasPassword: true }] });
  });

  it.each([
    ['none', '', [], 'No password came in'],
    ['a short one', 'grass77\n', [], '"password" must be at least 8 characters.'],
    ['an unknown project', `${PASSWORD}\n`, ['--project', 'shoe'], 'Projects: shop'],
  ])('refuses %s, and does not repeat it', async (_what, text, args, words) => {
    const { exitCode, output } = await setPassword(text, ...args);
    expect(output).toContain(words);
    expect(output).not.toContain('grass77');
    expect(exitCode).toBe(2);
  });
});
