import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { KeptTrace } from '../../../ide-bridge/moments/kept-trace.ts';
import type { TraceFiles } from '../../../ide-bridge/trace/item-trace.ts';
import { PageKeeper } from '../../../ide-bridge/trace/page-keeper.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

async function readTrace({ files }: TraceFiles): Promise<KeptTrace> {
  const packed = await Promise.all(files.map(async ({ name, path }) => [name, await readFile(path)] as const));
  await using folder = await temporaryDirectory();
  const file = join(folder.path, 'trace.zip');
  await writeFile(file, zipSync(Object.fromEntries(packed)));
  return await KeptTrace.read(file);
}

test('what was under way as a test took its window, the live view say, keeps nobody from reading its trace', async () => {
  await using context = await (await sharedBrowser()).newContext();
  const keeper = await PageKeeper.begin(context);
  if (keeper === undefined) throw new Error('This release of Playwright has no tracing that we know.');
  const page = await context.newPage();
  await page.setContent('<h1>Tea</h1>');
  const others = page.evaluate('new Promise(resolve => { globalThis.end = resolve; })');
  await expect.poll(() => page.evaluate('typeof end')).toBe('function');
  keeper.used();
  keeper.before('1. Look');
  await page.evaluate('end()');
  await others;
  keeper.after(page);
  await keeper.settled();
  await using kept = await keeper.end();
  const trace = await readTrace(kept);
  expect(trace.facts(1)).toMatchObject({ after: { url: 'about:blank' }, requests: [], console: [] });
});
