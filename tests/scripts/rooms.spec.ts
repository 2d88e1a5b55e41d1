import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { runLint, writeSources } from './run-lint.ts';

const NO_ROOM = 'is in no room: name its folder in the list of scripts/lint/rooms.mjs, below what it imports';

describe('the check of rooms', () => {
  it('refuses sources in folders that are in no room, also scripts and in folders that hold no code', async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, {
      'ide/screens/attic/attic.tsx': 'export const attic = 1;\n',
      'ide/screens/attic/box/box.mjs': 'export const box = 1;\n',
      'ide/screens/attic/box/box.d.mts': 'export const box: number;\n',
      'features/steps.ts': 'export const steps = 1;\n',
      'model/loose.ts': 'export const loose = 1;\n',
      'model/run/in-place.ts': 'export const inPlace = 1;\n',
      'ide/icons.d.ts': 'declare module "icons";\n',
      'ide/screens/attic/attic.module.css': '.attic {\n}\n',
    });
    const { exitCode, found } = await runLint(tree.path, 'rooms.mjs');
    expect(found.toSorted()).toEqual([
      `features/steps.ts ${NO_ROOM}`,
      `ide/screens/attic/attic.tsx ${NO_ROOM}`,
      `ide/screens/attic/box/box.d.mts ${NO_ROOM}`,
      `ide/screens/attic/box/box.mjs ${NO_ROOM}`,
      `model/loose.ts ${NO_ROOM}`,
    ]);
    expect(exitCode).toBe(1);
  });

  it('refuses an import from a room below, and passes one from a room above', { tags: 'full' }, async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, {
      'ide/screens/runs/part.ts': "import { row } from '../modules/row.ts';\nexport const part = row;\n",
      'ide/screens/modules/row.ts': 'export const row = 1;\n',
    });
    const refused = await runLint(tree.path, 'rooms.mjs');
    expect(refused.found).toEqual([
      'ide/screens/runs/part.ts imports ide/screens/modules/row.ts, of a room below its own',
    ]);
    expect(refused.exitCode).toBe(1);
    await writeSources(tree.path, {
      'ide/screens/runs/part.ts': 'export const part = 1;\n',
      'ide/screens/modules/row.ts': "import { part } from '../runs/part.ts';\nexport const row = part;\n",
    });
    expect(await runLint(tree.path, 'rooms.mjs')).toEqual({ exitCode: 0, errors: '', found: [] });
  });
});
