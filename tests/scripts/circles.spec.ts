import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { runLint, writeSources } from './run-lint.ts';

const LIST = 'scripts/lint/circles.txt';

const A = 'model/run/a.ts';
const B = 'model/run/b.ts';
const C = 'ide/app/c.tsx';

const PASSED = { exitCode: 0, errors: '', found: [] };

const newCircle = (...files: string[]) =>
  `A new circle, move what its files share into one that imports none of them: ${files.join(' -> ')}`;

/** A imports a type of B, B a value of C, and C what is given. */
const sources = (c: string) => ({
  [A]: "import type { B } from './b.ts';\nexport type A = B;\n",
  [B]: "import { c } from '../../ide/app/c.tsx';\nexport type B = typeof c;\n",
  [C]: c,
});

const CIRCULAR = sources("import { type A } from '../../model/run/a.ts';\nexport const c: A = 1;\n");
const STRAIGHT = sources("// import type { A } from '../../model/run/a.ts';\nexport const c = 1;\n");

describe('the check of circles', () => {
  it('refuses a circle of types that is not on the list, and one that an import more makes of listed ones', async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, { ...CIRCULAR, [LIST]: '' });
    expect(await runLint(tree.path, 'circles.mjs')).toEqual({ ...PASSED, exitCode: 1, found: [newCircle(C, A, B, C)] });

    await writeSources(tree.path, {
      [LIST]: `${A} -> ${B}\n${B} -> ${C}\n${C} -> ${A}\n`,
      [B]: `export type { A } from './a.ts';\n${CIRCULAR[B]}`,
    });
    expect((await runLint(tree.path, 'circles.mjs')).found).toEqual([newCircle(B, A, B)]);
  });

  it('refuses a circle by way of the types of a script', { tags: 'full' }, async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, {
      'ide-bridge/live/frame.mjs': 'export const frame = 1;\n',
      'ide-bridge/live/frame.d.mts': "import type { Live } from './live.ts';\nexport const frame: Live;\n",
      'ide-bridge/live/live.ts': "import { frame } from './frame.mjs';\nexport type Live = number;\nvoid frame;\n",
      [LIST]: '',
    });
    const { exitCode, found } = await runLint(tree.path, 'circles.mjs');
    const [frame, live] = ['ide-bridge/live/frame.mjs', 'ide-bridge/live/live.ts'];
    expect(found).toEqual([newCircle(frame, live, frame)]);
    expect(exitCode).toBe(1);
  });

  it('refuses a list with circles that are gone, until they are taken off; nothing is put on', {
    tags: 'full',
  }, async () => {
    await using tree = await temporaryDirectory();
    const list = () => readFile(path.join(tree.path, LIST), 'utf8');
    await writeSources(tree.path, { ...STRAIGHT, [LIST]: `${A} -> ${B}\n` });
    const { exitCode, found } = await runLint(tree.path, 'circles.mjs');
    expect(found).toEqual([
      `No circle any more: ${A} -> ${B}`,
      'node scripts/lint/circles.mjs --write takes off scripts/lint/circles.txt what is gone',
    ]);
    expect(exitCode).toBe(1);
    expect(await runLint(tree.path, 'circles.mjs', ['--write'])).toEqual(PASSED);
    expect(await list()).toBe('');

    await writeSources(tree.path, CIRCULAR);
    expect((await runLint(tree.path, 'circles.mjs', ['--write'])).exitCode).toBe(1);
    expect(await list()).toBe('');
  });
});
