import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { runLint, writeSources } from './run-lint.ts';

describe('the check of exports', () => {
  it('refuses what nobody imports, though other files have a name or words like it', async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, {
      'model/run/pause.ts':
        'export interface Pause {\n  at: number;\n}\nexport const pause = 1;\nexport { pause as paused };\n',
      'model/run/other.ts': [
        "import { pause } from './pause.ts'; // Pause, not paused",
        "const Pause = 'Pause';",
        'process.stdout.write(Pause + pause);\n',
      ].join('\n'),
      'ide/ui/icons.ts': "export { default as CopyIcon } from '@tabler/icons-react';\n",
      'extension/box.tsx': 'export const Box = () => <b />;\n',
      'ide-bridge/live/frame.mjs': 'export const frame = 1;\n',
      'ide-bridge/live/frame.d.mts': [
        'export interface Size {\n  width: number;\n}',
        'export interface Frame {\n  size: Size;\n}',
        'export const frame: Frame;\n',
      ].join('\n'),
      'ide-bridge/live/live.ts':
        "import { type Frame, frame } from './frame.mjs';\nconst one: Frame = frame;\nvoid one;\n",
    });
    const { exitCode, found } = await runLint(tree.path, 'exports.mjs');
    expect(found.toSorted()).toEqual([
      'extension/box.tsx exports Box, which nobody imports',
      'ide-bridge/live/frame.mjs exports Size, which nobody imports',
      'ide/ui/icons.ts exports CopyIcon, which nobody imports',
      'model/run/pause.ts exports Pause, which nobody imports',
      'model/run/pause.ts exports paused, which nobody imports',
    ]);
    expect(exitCode).toBe(1);
  });

  it('passes what is imported by another name, as a type, as a whole, on the way, by specs, and passed on', {
    tags: 'full',
  }, async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, {
      'model/run/all.ts': [
        'export const renamed = 1;',
        'export type Shape = string;',
        'export const late = 2;',
        'export const proven = 3;',
        'export const passedOn = 4;',
        'export type InTheMidst = 5;\n',
      ].join('\n'),
      'server/tools/nouns.ts': 'export const first = 1;\nexport const second = 2;\n',
      'server/tools/user.ts': [
        "import { renamed as other, type Shape } from '../../model/run/all.ts';",
        "import * as nouns from './nouns.ts';",
        "const { late } = await import('../../model/run/all.ts');",
        "const five: import('../../model/run/all.ts').InTheMidst = 5;",
        'const shape: Shape = String(other);',
        'process.stdout.write(JSON.stringify([nouns, late, five, shape]));\n',
      ].join('\n'),
      'tests/all.spec.ts': "import { proven } from '../model/run/all.ts';\nif (proven !== 3) throw new Error();\n",
      'scripts/all.mjs': "export { passedOn } from '../model/run/all.ts';\n",
    });
    expect(await runLint(tree.path, 'exports.mjs')).toEqual({ exitCode: 0, errors: '', found: [] });
  });

  it('fails with the file that cannot be read', { tags: 'full' }, async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, { 'model/run/broken.ts': 'export const = 1;\n' });
    const { exitCode, errors } = await runLint(tree.path, 'exports.mjs');
    expect(errors).toContain('model/run/broken.ts cannot be read: ');
    expect(exitCode).toBe(1);
  });
});
