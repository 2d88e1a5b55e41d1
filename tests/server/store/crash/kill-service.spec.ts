// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { isTemporaryName } from '../../../../server/store/files/write-durably.ts';
import { type CompiledEntry, compiledEntry } from '../../../support/compiled-entry.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { contentOf, expected, prepareWriters } from './prepare-writers.ts';
import { picker, type Writer } from './writer.ts';

const KILLS = Number(process.env.STEPLOOM_KILLS ?? 25);
const WRITERS = 8;
const MOST_ANSWERS = 60;
const KILLS_AT_A_TIME = 20;

let server: CompiledEntry;
beforeAll(async () => {
  server = await compiledEntry(join(import.meta.dirname, 'serve-workspace.ts'));
});
afterAll(() => server[Symbol.asyncDispose]());

interface Served {
  child: ChildProcess;
  apiUrl: string;
}

async function serve(workspace: string): Promise<Served> {
  const child = spawn(process.execPath, [server.path, workspace], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code}`)));
  ended.catch(() => undefined);
  const [url] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  return { child, apiUrl: `${z.string().parse(url)}/api/mcp` };
}

async function kill({ child }: Served): Promise<void> {
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  child.kill('SIGKILL');
  await gone;
}

/** Lets the writers work on a fresh service until so many edits are answered, and kills it. */
async function writeAndKill(workspace: string, writers: readonly Writer[], answers: number): Promise<void> {
  const served = await serve(workspace);
  try {
    await Promise.all(writers.map(writer => writer.repeat(served.apiUrl)));
    expect((await contentOf(join(workspace, 'shop'))).sort()).toEqual(expected(writers).sort());
    let answered = 0;
    const onAnswer = () => {
      answered += 1;
      if (answered === answers) served.child.kill('SIGKILL');
    };
    await Promise.all(writers.map(writer => writer.write(served.apiUrl, onAnswer)));
  } finally {
    await kill(served);
  }
}

async function leftovers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter(name => isTemporaryName(basename(name)));
}

const kills = Array.from({ length: Math.ceil(KILLS / KILLS_AT_A_TIME) }, (_, index) => (index + 1) * KILLS_AT_A_TIME);

it.each(kills)(
  'kill -9 under eight writers loses no answered edit and does no repeated call twice, up to kill %i',
  {
    timeout: 600_000,
  },
  async upTo => {
    await using workspace = await temporaryDirectory();
    const seed = Number(process.env.STEPLOOM_SEED ?? Date.now() % 1_000_000) + upTo;
    const pick = picker(seed);
    const writers = await prepareWriters(workspace.path, { seed, count: WRITERS });
    const numbers = Array.from({ length: MOST_ANSWERS }, (_, index) => index + 1);
    for (let number = 0; number < KILLS_AT_A_TIME; number += 1)
      await writeAndKill(workspace.path, writers, pick(numbers) ?? 1);
    const last = await serve(workspace.path);
    try {
      await Promise.all(writers.map(writer => writer.repeat(last.apiUrl)));
      const folder = join(workspace.path, 'shop');
      expect((await contentOf(folder)).sort(), `seed ${seed}`).toEqual(expected(writers).sort());
      expect(await leftovers(folder)).toEqual([]);
      const codes = writers.flatMap(({ held }) => [...Object.keys(held.tests), ...Object.keys(held.modules)]);
      expect(new Set(codes).size).toBe(codes.length);
      expect(JSON.parse(await readFile(join(folder, 'project.json'), 'utf8'))).toMatchObject({ name: 'Shop' });
    } finally {
      await kill(last);
    }
  },
);
