import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createClone } from './clone.ts';

/** Gets a browser whose installation waits while the file install-hangs exists, or until it is aborted. */
const GET = `
  import { appendFileSync, existsSync } from 'node:fs';
  import timers from 'node:timers/promises';
  import { getBrowser } from './scripts/prepare/get-browser.mjs';
  const install = async ({ report, signal }) => {
    appendFileSync('installs', 'start\\n');
    report('Downloading 1 of 2');
    while (existsSync('install-hangs')) await timers.setTimeout(20, undefined, { signal });
    appendFileSync('installs', 'end\\n');
    appendFileSync('browser', '');
  };
  console.log(await getBrowser({ find: async () => existsSync('browser'), install }));
`;
const ARGUMENTS = ['--input-type=module', '--eval', GET];

test('two set-ups that start together install one browser', async () => {
  await using clone = await createClone();
  const outcomes = await Promise.all([clone.run(ARGUMENTS), clone.run(ARGUMENTS)]);
  expect(outcomes.map(outcome => outcome.stdout)).toEqual(['found\n', 'found\n']);
  expect(await clone.read('installs')).toBe('start\nend\n');
});

test('the set-up shows what the installation of the browser reports', async () => {
  await using clone = await createClone();
  await clone.put('install-hangs', '');
  const started = clone.start(ARGUMENTS);
  let stderr = '';
  started.child.stderr?.on('data', data => {
    stderr += data;
  });
  await expect.poll(() => stderr, { timeout: 30_000 }).toContain('Getting a browser … 1 s  Downloading 1 of 2\n');
  await rm(clone.inside('install-hangs'));
  expect(await started.ended).toMatchObject({ exitCode: 0, stdout: 'found\n' });
});

test('Ctrl+C ends the installation of the browser and leaves the next set-up free to start', async () => {
  await using clone = await createClone();
  await clone.put('install-hangs', '');
  const started = clone.start(ARGUMENTS);
  await expect.poll(() => existsSync(clone.inside('installs')), { timeout: 30_000 }).toBe(true);
  process.kill(started.pid, 'SIGINT');
  expect(await started.ended).toMatchObject({ exitCode: 0, stdout: 'interrupted\n' });
  await rm(clone.inside('install-hangs'));
  expect(await clone.run(ARGUMENTS)).toMatchObject({ stdout: 'found\n' });
  expect(await clone.read('installs')).toBe('start\nstart\nend\n');
});
