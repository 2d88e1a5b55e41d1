// @module-tag full
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { childProcesses } from '../../support/child-processes.ts';
import { steploom } from '../../support/command-line.ts';
import { isAlive } from '../../support/is-alive.ts';
import { startSteploom } from '../../support/running-steploom.ts';
import { servePages } from '../../support/serve-pages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const HOSTILE = [
  ['opens tabs without end', `setInterval(() => open('/asked?' + Math.random()), 5)`],
  ['opens and closes tabs without end', `setInterval(() => open('about:blank')?.close())`],
  ['floods its console', `setInterval(() => { for (let i = 0; i < 2_000; i++) console.log(i) })`],
  ['shows dialogs without end', `setTimeout(() => { for (;;) alert('again') })`],
  ['never ends to load', 'for (;;) {}'],
] as const;

test.each(HOSTILE)('a service that is told to end leaves no process behind while a page %s', async (_what, script) => {
  let isAsked = false;
  await using pages = await servePages({
    '/': '<title>Home</title>',
    '/asked': '<title>Asked</title>',
    '/hostile': () => {
      isAsked = true;
      return `<title>Hostile</title><script>${script}</script>`;
    },
  });
  await using workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop');
  const service = await startSteploom(workspace.path);
  const client = await service.client('shop');
  await client.call('navigateUrl', { url: `${pages.url}/` }, z.unknown());
  const started = childProcesses(service.pid);
  expect(started).not.toEqual([]);
  const way = client.call('navigateUrl', { url: `${pages.url}/hostile` }, z.unknown()).catch(() => undefined);
  await expect.poll(() => isAsked).toBe(true);
  const ended = once(service.process, 'exit');
  service.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await way;
  await expect.poll(() => started.filter(({ pid }) => isAlive(pid))).toEqual([]);
});
