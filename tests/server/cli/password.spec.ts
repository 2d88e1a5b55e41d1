import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPassword } from '../../../server/cli/support/read-password.ts';
import { noteCommand, steploom } from '../../support/command-line.ts';
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
    notify(text: string) {
      told.push(text);
      setImmediate(() => input.write(typing.shift() ?? ''));
    },
  };
}

describe('a password that is typed', () => {
  it('a typed password is asked for twice and is not echoed', async () => {
    const person = terminal(`${PASSWORD}\r`, `${PASSWORD}\r`);
    expect(await readPassword(person)).toBe(PASSWORD);
    expect(person.told).toHaveLength(2);
    expect(person.told.join()).not.toContain(PASSWORD);
  });

  it('a typed password is refused when the second entry differs from the first', async () => {
    await expect(readPassword(terminal('long grass\r', 'lang grass\r'))).rejects.toThrow('The passwords differ');
  });

  it('Ctrl+C ends the password prompt', async () => {
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

  it('a piped password is the first line of the input, whatever follows it', async () => {
    expect(await piped('long ', 'grass\n', 'more\n')).toBe('long grass');
    expect(await piped(' long grass \r\n')).toBe(' long grass ');
    expect(await piped('long grass')).toBe('long grass');
  });

  it('a piped password is reported as missing when the input or its first line is empty', async () => {
    await expect(piped('')).rejects.toThrow('No password given');
    await expect(piped('\n')).rejects.toThrow('No password given');
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
    noteCommand(['password'], exitCode);
    return { exitCode, output };
  }

  it('steploom password sets the password from standard input, with and without a server', async () => {
    expect(await setPassword(`${PASSWORD}\n`)).toEqual({
      exitCode: 0,
      output: 'The password of project "shop" is set.\n',
    });
    const first = await stored();
    await using _service = await startSteploom(workspace.path);
    expect((await setPassword('another password', '--project', 'shop')).exitCode).toBe(0);
    expect(await stored()).not.toBe(first);
    const projects = await steploom(workspace.path, 'call', 'getProjects');
    expect(JSON.parse(projects.stdout)).toMatchObject({ projects: [{ projectId: 'shop', hasPassword: true }] });
  });

  it.each([
    ['an empty input', '', [], 'No password given'],
    ['a short password', 'grass77\n', [], '"password" must be at least 8 characters.'],
    ['an unknown project', `${PASSWORD}\n`, ['--project', 'shoe'], 'Projects: shop'],
  ])(
    'steploom password refuses %s and does not print the password',
    { tags: 'full' },
    async (_what, text, args, words) => {
      const { exitCode, output } = await setPassword(text, ...args);
      expect(output).toContain(words);
      expect(output).not.toContain('grass77');
      expect(exitCode).toBe(2);
    },
  );
});
