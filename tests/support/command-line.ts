/** Command lines as a user types them, each run to its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { z } from 'zod';
import { wentThrough } from './run-report/doors.ts';

export const PROGRAM = resolve(import.meta.dirname, '../../bin/steploom.mjs');

export interface Finished {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

type Settings = Record<string, string>;
type Line = readonly (string | Settings)[];

/** Runs a command line on a workspace; settings may come before the words. */
export const steploom = (workspace: string, ...line: Line): Promise<Finished> =>
  steploomIn(workspace, '--workspace', workspace, ...line);

/**
 * The same in a folder, which alone says what is meant. Starting a process takes a hundred times as long as most
 * commands do, so this one serves; `steploomProcess` is for what is true of a process alone.
 */
export async function steploomIn(directory: string, ...line: Line): Promise<Finished> {
  const { main } = await import('../../server/cli/main.ts');
  const { words, env } = read(line);
  const [stdin, stdout, stderr] = [new PassThrough(), new Kept(), new Kept()];
  const exitCode = await main(words, { stdin, stdout, stderr, env, cwd: () => directory, on: () => {} });
  noteCommand(words, exitCode);
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** Names of all commands, as help lists them. */
export async function commandNames(): Promise<string[]> {
  const { stdout } = await steploomIn(import.meta.dirname, '--help');
  const list = stdout.slice(stdout.indexOf('Commands:'));
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name).filter(name => name !== 'help');
}

const REPORTER = /^(-r|--reporter)$/;

/** What a command line went through, by its words. */
export function noteCommand(words: readonly string[], exitCode: number | null): void {
  const end = exitCode === 0 ? 'good' : 'bad';
  const before = (index: number) => words[index - 1] ?? '';
  const command = words.find((word, index) => !word.startsWith('-') && before(index) !== '--workspace');
  if (command !== undefined) wentThrough('command', command, end);
  if ((command === 'run' || command === 'report') && !words.some(word => REPORTER.test(word)))
    wentThrough('report', 'pretty', end);
  for (const [index, word] of words.entries())
    if (REPORTER.test(before(index))) wentThrough('report', word.split('=')[0] ?? word, end);
}

function read(line: Line) {
  const settings = line.filter(word => typeof word !== 'string');
  const env: NodeJS.ProcessEnv = Object.assign({ ...process.env, NO_COLOR: '1', STEPLOOM_WORKSPACE: '' }, ...settings);
  return { words: line.filter(word => typeof word === 'string'), env };
}

class Kept extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** As `steploomIn`, in a process of its own: for how it ends, what it writes to pipes, and which browser it finds. */
export async function steploomProcess(directory: string, ...line: Line): Promise<Finished> {
  const { words, env } = read(line);
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: directory, env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', chunk => {
    stdout += chunk;
  });
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  const [exitCode] = await once(child, 'close');
  noteCommand(words, exitCode);
  return { exitCode: z.number().nullable().parse(exitCode), stdout, stderr };
}

/** A command that goes on until it is interrupted, in this process as `steploomIn` runs it. */
export async function startSteploomIn(directory: string, ...words: string[]) {
  const { main } = await import('../../server/cli/main.ts');
  const [stdin, stdout, stderr] = [new PassThrough(), new Kept(), new Kept()];
  const env = { ...process.env, NO_COLOR: '1', STEPLOOM_WORKSPACE: '' };
  const interrupts: (() => void)[] = [];
  const on = (name: string, listener: () => void) => name === 'SIGINT' && interrupts.push(listener);
  const ended = main(words, { stdin, stdout, stderr, env, cwd: () => directory, on });
  return {
    printed: () => stdout.text,
    told: () => stderr.text,
    /** Presses keys. */
    type: (keys: string) => void stdin.write(keys),
    /** Waits for an end that comes by itself. */
    async finished(): Promise<Finished> {
      const exitCode = await ended;
      noteCommand(words, exitCode);
      return { exitCode, stdout: stdout.text, stderr: stderr.text };
    },
    /** Presses Ctrl+C, and waits for the end. */
    async interrupt(): Promise<Finished> {
      for (const interrupt of interrupts) interrupt();
      const exitCode = await ended;
      noteCommand(words, exitCode);
      return { exitCode, stdout: stdout.text, stderr: stderr.text };
    },
  };
}
