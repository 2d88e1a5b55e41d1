import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { runLint, writeSources } from './run-lint.ts';

const NOTED = 'scripts/lint/lines.json';
const WRITE = 'node scripts/lint/lines.mjs --write';
const TO_GROW = `Take some away, or raise the number in the same commit with the reason in its body: ${WRITE}`;

const PASSED = { exitCode: 0, errors: '', found: [] };

/** So many lines, and as many blank ones. */
const lines = (count: number) => 'line;\n \n'.repeat(count);

const notes = (counts: Readonly<Record<string, number>>) => `${JSON.stringify(counts, null, 2)}\n`;

describe('the check of lines', () => {
  it('refuses a room that has grown, until the number is raised', async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, {
      [NOTED]: notes({ model: 100, ide: 100, tests: 10 }),
      'model/run/run.ts': lines(115),
      'ide/app/store.ts': lines(60),
      'ide/screens/ci/ci.tsx': lines(61),
      'ide/screens/ci/ci.module.css': lines(21),
      'tests/a.spec.ts': lines(10),
      'tests/fixtures/page.html': lines(500),
    });
    const { exitCode, found } = await runLint(tree.path, 'lines.mjs');
    expect(found).toEqual([
      `ide has 121 lines, 21 more than noted. ${TO_GROW}`,
      `ide styles has 21 lines, 21 more than noted. ${TO_GROW}`,
    ]);
    expect(exitCode).toBe(1);

    expect(await runLint(tree.path, 'lines.mjs', ['--write'])).toEqual(PASSED);
    expect(await readFile(path.join(tree.path, NOTED), 'utf8')).toBe(
      notes({ model: 100, ide: 121, tests: 10, 'ide styles': 21 }),
    );
    expect(await runLint(tree.path, 'lines.mjs')).toEqual(PASSED);
  });

  it('refuses a room that has become much smaller, until the number is lowered', { tags: 'full' }, async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, { [NOTED]: notes({ model: 201, server: 200 }), 'server/main.ts': lines(100) });
    await writeSources(tree.path, { 'model/run/run.ts': lines(100) });
    const { exitCode, found } = await runLint(tree.path, 'lines.mjs');
    expect(found).toEqual([
      `model has 100 lines, 101 fewer than noted. Lower the number, so that it stays so: ${WRITE}`,
    ]);
    expect(exitCode).toBe(1);

    expect(await runLint(tree.path, 'lines.mjs', ['--write'])).toEqual(PASSED);
    expect(await readFile(path.join(tree.path, NOTED), 'utf8')).toBe(notes({ model: 100, server: 200 }));
  });
});
