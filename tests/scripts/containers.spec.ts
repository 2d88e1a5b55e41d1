import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseYaml } from '../server/ci/script-parts.ts';
import { steploomIn } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const read = (name: string) => readFile(join(ROOT, name), 'utf8');

const INSTRUCTION = /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD)\s+(.+)$/;

/** Instructions in their order, each in one line. */
async function instructions(): Promise<[string, string][]> {
  const text = (await read('Dockerfile')).replaceAll(/\\\n\s*/g, '');
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  return lines.map(line => {
    const [, name, rest] = INSTRUCTION.exec(line) ?? [];
    if (name === undefined || rest === undefined) throw new Error(`“${line}” is no instruction.`);
    return [name, rest];
  });
}

/** An image is built here, under a name of its own. */
const DELIBERATE = ['no-build-and-image', 'service-image-require-explicit-tag'];

test('linters of their own find no fault in the image and in the compose file', async () => {
  expect(validate(await read('Dockerfile'))).toEqual([]);
  const linter = join(ROOT, 'node_modules/dclint/bin/dclint.cjs');
  const words = [linter, 'compose.yaml', '--quiet', ...DELIBERATE.flatMap(rule => ['--disable-rule', rule])];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
  expect([status, stderr], stdout).toEqual([0, '']);
});

const Words = z.array(z.string()).min(1);

test('the image is built of pinned parts, works as an ordinary user and says whether it is well', async () => {
  const all = await instructions();
  const last = all.slice(all.findLastIndex(([name]) => name === 'FROM'));
  const of = (name: string) => last.filter(([one]) => one === name).map(([, rest]) => rest);
  for (const [name, rest] of all) if (name === 'FROM') expect(rest).toMatch(/^node:20-bookworm-slim( AS \w+)?$/);
  expect(of('USER')).toEqual(['node']);
  expect(last.findIndex(([name]) => name === 'USER')).toBeLessThan(last.findIndex(([name]) => name === 'ENTRYPOINT'));
  expect(of('RUN').join()).toMatch(/apt-get install .*--no-install-recommends chromium/);
  expect(of('ENV').join()).toContain('STEPLOOM_BROWSER=/usr/bin/chromium');
  expect(all.map(([, rest]) => rest).join()).not.toMatch(/npm (install|i)( -g| --global)? steploom\b|curl|wget/);
  const [check = ''] = of('HEALTHCHECK');
  const [health, entry, start] = [check.slice(check.indexOf('[')), of('ENTRYPOINT')[0], of('CMD')[0]].map(text =>
    Words.parse(JSON.parse(text ?? '')),
  );
  expect(entry).toEqual(['steploom']);
  await expectCommand(health?.slice(1) ?? []);
  await expectCommand(start ?? []);
});

test('the compose file has a queue, two workers that take from it once it is well, and a feeder that is asked for', async () => {
  const Health = z.object({ test: Words });
  const Service = z.looseObject({ command: Words, healthcheck: Health.optional(), depends_on: z.unknown().optional() });
  const { services } = z
    .object({ services: z.record(z.string(), Service) })
    .parse(parseYaml(await read('compose.yaml')));
  const { redis, feeder, ...workers } = services;
  expect(redis?.healthcheck?.test).toEqual(['CMD', 'redis-cli', 'ping']);
  expect(Object.keys(workers)).toEqual(['worker-1', 'worker-2']);
  for (const { command, depends_on, healthcheck } of Object.values(workers)) {
    expect(command).toEqual(['worker', '--queue', 'redis://redis:6379']);
    expect(depends_on).toEqual({ redis: { condition: 'service_healthy' } });
    await expectCommand(command);
    await expectCommand(healthcheck?.test.slice(2) ?? []);
  }
  expect(feeder).toMatchObject({ command: ['run', '--queue', 'redis://redis:6379'], profiles: ['feeder'] });
  await expectCommand(feeder?.command ?? []);
});

/** The program shows help of a command that it has, and refuses options that it has not. */
async function expectCommand([name = '', ...options]: readonly string[]): Promise<void> {
  await using folder = await temporaryDirectory();
  const { exitCode, stdout } = await steploomIn(folder.path, name, '--help');
  expect(exitCode).toBe(0);
  for (const option of options.filter(word => word.startsWith('-'))) expect(stdout).toContain(` ${option} `);
}
