import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { runLint, writeSources } from './run-lint.ts';

const A = 'model/run/a.ts';
const B = 'model/run/b.ts';
const C = 'ide/app/c.tsx';

const PASSED = { exitCode: 0, errors: '', found: [] };

const circleOf = (...files: string[]) =>
  `A circle, move what its files share into one that imports none of them: ${files.join(' -> ')}`;

/** A imports a type of B, B a value of C, and C what is given. */
const sources = (c: string) => ({
  [A]: "import type { B } from './b.ts';\nexport type A = B;\n",
  [B]: "import { c } from '../../ide/app/c.tsx';\nexport type B = typeof c;\n",
  [C]: c,
});

const CIRCULAR = sources("import { type A } from '../../model/run/a.ts';\nexport const c: A = 1;\n");
const STRAIGHT = sources("// import type { A } from '../../model/run/a.ts';\nexport const c = 1;\n");

describe('the check of circles', () => {
  it('refuses a circle of types, and each other one that an import more makes', async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, CIRCULAR);
    expect(await runLint(tree.path, 'circles.mjs')).toEqual({ ...PASSED, exitCode: 1, found: [circleOf(C, A, B, C)] });

    await writeSources(tree.path, { [B]: `export type { A } from './a.ts';\n${CIRCULAR[B]}` });
    expect((await runLint(tree.path, 'circles.mjs')).found).toEqual([circleOf(C, A, B, C), circleOf(B, A, B)]);
  });

  it('passes sources without a circle, whatever their comments say', async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, STRAIGHT);
    expect(await runLint(tree.path, 'circles.mjs')).toEqual(PASSED);
  });

  it('refuses a circle by way of the types of a script', { tags: 'full' }, async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, {
      'ide-bridge/live/frame.mjs': 'export const frame = 1;\n',
      'ide-bridge/live/frame.d.mts': "import type { Live } from './live.ts';\nexport const frame: Live;\n",
      'ide-bridge/live/live.ts': "import { frame } from './frame.mjs';\nexport type Live = number;\nvoid frame;\n",
    });
    const { exitCode, found } = await runLint(tree.path, 'circles.mjs');
    const [frame, live] = ['ide-bridge/live/frame.mjs', 'ide-bridge/live/live.ts'];
    expect(found).toEqual([circleOf(frame, live, frame)]);
    expect(exitCode).toBe(1);
  });
});
