import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

export interface ProgramOptions {
  command: string;
  args: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Ends the program together with everything it started. */
  signal: AbortSignal;
  onLine?(line: string): void;
}

export type ProgramResult = { succeeded: true } | { succeeded: false; reason: string };

type Program = ChildProcessByStdio<null, Readable, Readable>;

const GRACE_MS = 2_000;

/**
 * A failure is described by the first error line, else by the last line. Errors: the reason of `signal`, once the
 * program and its children are gone.
 */
export async function runProgram(options: ProgramOptions): Promise<ProgramResult> {
  const { signal } = options;
  signal.throwIfAborted();
  const program = spawn(options.command, options.args, {
    env: { ...options.environment },
    // A process group, so that everything the program starts ends with it.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const errorLine = listen(program, options.onLine);
  let force: NodeJS.Timeout | undefined;
  const end = () => {
    endGroup(program, 'SIGTERM');
    force = setTimeout(() => {
      endGroup(program, 'SIGKILL');
      program.stdout.destroy();
      program.stderr.destroy();
    }, GRACE_MS);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const [exitCode]: unknown[] = await once(program, 'close');
    if (signal.aborted) endGroup(program, 'SIGKILL');
    signal.throwIfAborted();
    return exitCode === 0 ? { succeeded: true } : { succeeded: false, reason: errorLine() ?? `exit code ${exitCode}` };
  } catch (error) {
    signal.throwIfAborted();
    return { succeeded: false, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(force);
    signal.removeEventListener('abort', end);
  }
}

function listen(program: Program, onLine?: (line: string) => void): () => string | undefined {
  let firstError: string | undefined;
  let last: string | undefined;
  for (const input of [program.stdout, program.stderr]) {
    createInterface({ input }).on('line', text => {
      const line = stripVTControlCharacters(text).trim();
      if (line === '') return;
      last = line;
      const error = /^(?:E|Error): (.+)/.exec(line)?.[1];
      firstError ??= error;
      onLine?.(line);
    });
  }
  return () => firstError ?? last;
}

function endGroup(program: Program, signal: NodeJS.Signals): void {
  if (program.pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(program.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).unref();
    return;
  }
  try {
    process.kill(-program.pid, signal);
  } catch {
    // The group has ended already.
  }
}

interface TimeLimitOptions {
  totalMs: number;
  advance?: Advance;
}

interface Advance {
  silenceMs: number;
  /** Changes while the work advances, e.g. bytes written; must not reject. */
  measure(): Promise<number>;
  onChange(measured: number): void;
}

export interface TimeLimit extends Disposable {
  /** Aborted with an error that says which limit was reached. */
  signal: AbortSignal;
}

const CHECKS_PER_SILENCE = 30;

/** Limits the whole duration and, where it can be measured, the time without progress. */
export function startTimeLimit({ totalMs, advance }: TimeLimitOptions): TimeLimit {
  const limit = new AbortController();
  const work = new AbortController();
  const total = setTimeout(() => limit.abort(new Error(`not done after ${seconds(totalMs)}`)), totalMs);
  const check = advance && advanceCheck(advance, limit, work.signal);
  const checks = check && setInterval(check, advance.silenceMs / CHECKS_PER_SILENCE);
  return {
    signal: limit.signal,
    [Symbol.dispose]: () => {
      work.abort();
      clearTimeout(total);
      clearInterval(checks);
    },
  };
}

function advanceCheck(advance: Advance, limit: AbortController, workEnded: AbortSignal): () => Promise<void> {
  let measured: number | undefined;
  let advancedAt = performance.now();
  return async () => {
    const now = await advance.measure();
    if (workEnded.aborted) return;
    if (now !== measured) {
      if (measured !== undefined) advance.onChange(now);
      measured = now;
      advancedAt = performance.now();
    } else if (performance.now() - advancedAt >= advance.silenceMs) {
      limit.abort(new Error(`no progress for ${seconds(advance.silenceMs)}`));
    }
  };
}

const seconds = (durationMs: number): string => `${Math.ceil(durationMs / 1000)} s`;
