import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../../server/store/files/file-system.ts';
import { openProjectFiles } from '../../../../server/store/files/project-files.ts';
import { isTemporaryName } from '../../../../server/store/files/write-durably.ts';
import { type CompiledEntry, compiledEntry } from '../../../support/compiled-entry.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const ROUNDS = 10;

let committer: CompiledEntry;
beforeAll(async () => {
  committer = await compiledEntry(join(import.meta.dirname, 'commit-for-ever.ts'));
});
afterAll(() => committer[Symbol.asyncDispose]());

/** Lets a child commit until it has acknowledged `edits` of them, kills it, and answers with its last acknowledgement. */
async function commitAndKill(project: string, first: number, edits: number): Promise<number> {
  const child = spawn(process.execPath, [committer.path, project, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let acknowledged = first - 1;
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged = Number(line);
    if (acknowledged === first + edits) child.kill('SIGKILL');
  }
  await exited;
  return acknowledged;
}

/** The number in a file of the child's edits; the rest of the content belongs to the number. */
function editIn(text: string | undefined): number {
  const [number = '', filling] = text?.split('\n') ?? [];
  expect(filling).toBe(number.repeat(1000));
  return Number(number);
}

describe('kill -9 of a process that commits in a loop', () => {
  it(`kill -9 loses no acknowledged edit and leaves none half done, ${ROUNDS} times in a row`, async () => {
    await using folder = await temporaryDirectory();
    const stateDirectory = join(folder.path, '.steploom');
    await mkdir(stateDirectory);
    let next = 1;
    for (let round = 0; round < ROUNDS; round += 1) {
      const acknowledged = await commitAndKill(folder.path, next, 5 + round);
      const files = await openProjectFiles({ fs: nodeFileSystem, root: folder.path, stateDirectory });
      const [one, two, single] = await Promise.all(
        ['one.txt', 'modules/two.txt', 'single.txt'].map(async path => editIn(await files.readText(path))),
      );
      const newest = Math.max(one ?? 0, single ?? 0);
      expect(two).toBe(one);
      expect([acknowledged, acknowledged + 1]).toContain(newest);
      expect(await files.readText('odd.txt')).toBe((one ?? 0) % 4 === 1 ? `${one}` : undefined);
      const names = await readdir(folder.path, { recursive: true });
      expect(names.filter(name => isTemporaryName(basename(name)))).toEqual([]);
      next = newest + 1;
    }
  });
});
