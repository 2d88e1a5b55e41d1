import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { CI_TARGETS } from '../../../server/ci/index.ts';
import { openShop } from '../../support/shop.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { shellTexts } from './script-parts.ts';

const Script = z.looseObject({ script: z.string() });

/** Every shell part of every script as a file, named after its server of CI. */
async function writeParts(folder: string): Promise<string[]> {
  await using shop = await openShop();
  const { author } = shop;
  await author.module("It's");
  const actions = [{ type: 'fill', locator: '#password', value: '{{secret.password}}' }];
  const { testCode: test } = await author.test('m1', 'Look', { actions });
  await author.test('m1', "'; touch canary #", { type: 'suite', actions: [{ type: 'plugTest', test }] });
  await author.do('configureFeatureServer', { type: 'xray-cloud', fileListUrl: 'https://tm.example/?filter=1' });
  const names: string[] = [];
  for (const [target, { syntax }] of Object.entries(CI_TARGETS)) {
    const before = names.length;
    for (const shards of [1, 3]) {
      const how = { upload: true, planKey: 'SHOP-77', fixVersion: '2.1 (beta)', workers: 2, retries: 1, shards };
      const options = { ...how, reports: ['junit', 'html', 'cucumber', 'allure'] };
      const given = { target, suite: 't2', tags: 'not (@slow or @x)', options };
      const { script } = await author.client.call('generateCIScript', given, Script);
      for (const [index, text] of shellTexts(script, syntax).entries()) {
        const name = `${target}-${shards}-${index}.sh`;
        await writeFile(join(folder, name), text);
        names.push(name);
      }
    }
    expect(names.length, target).toBeGreaterThan(before + 1);
  }
  return names;
}

const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0;

it('each part of a script that is for a shell is well-formed, and clean where shellcheck is installed', async () => {
  await using folder = await temporaryDirectory();
  const names = await writeParts(folder.path);
  const look = (command: string, words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, words, { cwd: folder.path, encoding: 'utf8' });
    expect([status, stdout, stderr], command).toEqual([0, '', '']);
  };
  look('bash', ['-c', 'for file; do bash -n "$file" || exit; done', 'bash', ...names]);
  if (hasShellcheck) look('shellcheck', ['--shell=sh', '--format=gcc', ...names]);
});
