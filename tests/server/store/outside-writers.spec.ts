import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { nodeFileSystem } from '../../../server/store/files/file-system.ts';
import { readProjectFolder } from '../../../server/workspace/read-project-folder.ts';
import { PATIENT } from '../../support/outside-edit.ts';
import { openShop } from '../../support/shop.ts';

const REWRITER = join(import.meta.dirname, 'rewrite-modules.mjs');
const OWN = 20;
const FOREIGN = 10;
const WRITERS = 8;
const EDITS = 4;

/** Another process that rewrites modules until it is told to stop; the number of its last round comes back. */
async function startRewriter(folder: string, codes: readonly string[]) {
  const child = spawn(process.execPath, [REWRITER, folder, codes.join()], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  return {
    async stop() {
      child.stdin.write('stop\n');
      const { value } = await lines.next();
      await closed;
      return Number(value);
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) child.kill('SIGKILL');
      await closed;
    },
  };
}

it('eight writers and a process that rewrites other modules lose none of their changes', { tags: 'full' }, async () => {
  await using shop = await openShop({ settling: { ...PATIENT, answerMs: 20 } });
  const { author } = shop;
  const codes: string[] = [];
  for (let index = 0; index < OWN + FOREIGN; index += 1)
    codes.push((await author.module(`Module ${index}`, { comment: 'round 0' })).moduleCode);
  const [own, foreign] = [codes.slice(0, OWN), codes.slice(OWN)];
  for (const code of foreign) await author.test(code, 'Stays', { actions: [{ type: 'reload' }] });
  const made: string[] = [];
  const write = async (writer: number) => {
    for (let index = 0; index < EDITS; index += 1) {
      const moduleCode = own[(writer * 7 + index * 3) % OWN] ?? 'm1';
      const { testCode } = await author.test(moduleCode, `${writer}.${index}`, { actions: [{ type: 'goBack' }] });
      made.push(testCode);
      await author.action({ moduleCode, testCode }, { type: 'reload' });
      expect((await author.modules()).map(module => module.moduleCode)).toEqual(codes);
    }
  };

  await using rewriter = await startRewriter(shop.app.folder, foreign);
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const last = await rewriter.stop();

  const commentOf = z.object({ modules: z.array(z.looseObject({ comment: z.string().optional() })) });
  await vi.waitFor(
    async () => {
      const { modules } = await author.client.call('getModules', {}, commentOf);
      expect(modules.slice(OWN).map(({ comment }) => comment)).toEqual(foreign.map(() => `round ${last}`));
    },
    { timeout: 60_000, interval: 50 },
  );
  const { content, damaged } = await readProjectFolder({ fs: nodeFileSystem, folder: shop.app.folder });
  expect(damaged).toEqual([]);
  const modules = [...(content.versions.get('main')?.modules.values() ?? [])];
  const tests = modules.slice(0, OWN).flatMap(module => module.tests);
  expect(tests.map(({ testCode }) => testCode).toSorted()).toEqual(made.toSorted());
  expect(tests.every(({ actions }) => actions.map(({ type }) => type).join() === 'goBack,reload')).toBe(true);
  expect(modules.slice(OWN).map(({ tests: [test], comment }) => [test?.name, comment])).toEqual(
    foreign.map(() => ['Stays', `round ${last}`]),
  );
  const ids = modules.flatMap(module => module.tests.flatMap(({ actions }) => actions.map(({ actionId }) => actionId)));
  expect(new Set(ids).size).toBe(ids.length);
});
