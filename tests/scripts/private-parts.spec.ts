import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { runLint, writeSources } from './run-lint.ts';

const fault = (place: string, name: string) =>
  `${place} names ${name}, which is not public in Playwright: let ide-bridge/playwright/ have a word for it`;

const COMPILED = 'ide-bridge/browser/launch/require-compiled.ts';
const STILLNESS = 'ide-bridge/page/engine/stillness.ts';

describe('the check of private parts', () => {
  it('refuses what is not public in Playwright by file, line and name, however it is named', async () => {
    await using tree = await temporaryDirectory();
    const file = 'ide-bridge/runner/run/part.ts';
    await writeSources(tree.path, {
      [file]: [
        '/** “Its” frame._page is what comments may name. */',
        'interface Part { _page: { _close(): void } }',
        'export const close = (part: Part) => part._page._close();',
        'export const shown = ({ _page: page }: Part, _unused: number) => page;',
        "export const client = (part: object): unknown => Reflect.get(part, '_client');",
        "export const is = (part: object) => '_expect' in part;",
        'export const code = `streamer._generation += 1`;',
        "export const bundle = 'playwright-core/lib/coreBundle';",
        'export const mark = /__playwright_target__ = this\\._generation/;',
        "export type Output = Part['_page'];",
        "export const hook = '__testHook';",
      ].join('\n'),
    });
    const { exitCode, found } = await runLint(tree.path, 'private-parts.mjs');
    expect(found).toEqual(
      [
        ...[
          [2, '_page'],
          [2, '_close'],
          [3, '_close'],
          [3, '_page'],
          [4, '_page'],
          [5, '_client'],
          [6, '_expect'],
        ],
        ...[
          [7, '_generation'],
          [8, 'coreBundle'],
          [9, '__playwright_target__'],
          [9, '_generation'],
          [10, '_page'],
        ],
        [11, '__testHook'],
      ].map(([line, name]) => fault(`${file}:${line}`, String(name))),
    );
    expect(exitCode).toBe(1);
  });

  it('passes its room, names of others where these are read, and what is ours', async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, {
      'ide-bridge/playwright/part.ts': 'export const pageOf = (part: { _page: object }) => part._page;\n',
      'ide-bridge/live/part.ts': [
        'class Own { #page = 1; has = (_part: unknown, [_first]: number[]) => this.#page; }',
        "export const own = [new Own(), '__steploom_frames__', { kind: '_' }, '__proto__'];",
      ].join('\n'),
      [COMPILED]: "import Module from 'node:module';\nReflect.get(Module.prototype, '_compile');\n",
    });
    expect(await runLint(tree.path, 'private-parts.mjs')).toEqual({ exitCode: 0, errors: '', found: [] });
  });

  it('refuses a name of others that is read from something else, and one that is allowed in vain', async () => {
    await using tree = await temporaryDirectory();
    await writeSources(tree.path, {
      [COMPILED]: "export const page: unknown = Reflect.get({}, '_compile');\n",
      [STILLNESS]: 'export const isStill = true;\n',
    });
    expect((await runLint(tree.path, 'private-parts.mjs')).found).toEqual([
      fault(`${COMPILED}:1`, '_compile'),
      `${STILLNESS} does not name _checkElementIsStable any more: take it off the list of this lint`,
      `${COMPILED} does not name Module.prototype._compile any more: take it off the list of this lint`,
    ]);
  });
});
