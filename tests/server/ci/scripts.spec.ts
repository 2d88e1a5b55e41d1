import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CI_TARGETS } from '../../../server/ci/index.ts';
import { steploom, steploomIn } from '../../support/command-line.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { commandTexts, parseYaml, shellTexts, steploomCommands } from './script-parts.ts';

const VALUE = 'spring-Rain-4711';

const Url = z.looseObject({ url: z.string(), command: z.string() });
const Reply = z.looseObject({
  fileName: z.string(),
  syntax: z.string(),
  script: z.string(),
  command: z.string(),
  counts: z.object({ tests: z.number(), scenarios: z.number() }),
  secrets: z.array(z.object({ name: z.string(), use: z.string() })),
  notes: z.array(z.string()),
  warnings: z.array(z.string()).optional(),
});

let shop: Shop;

const generate = (args: object) => shop.author.client.call('generateCIScript', args, Reply);

beforeAll(async () => {
  shop = await openShop();
  const { author } = shop;
  await author.module('Suites');
  const fill = { type: 'fill', locator: '#password', value: '{{secret.password}}' };
  await author.test('m1', 'Sign in', { actions: [fill] });
  await author.test('m1', 'Look');
  const plugs = ['t1', 't2'].map(test => ({ type: 'plugTest', test }));
  await author.test('m1', ['Nightly $', "{{ secrets.X }} '; rm -rf /"].join(''), { type: 'suite', actions: plugs });
  await author.test('m1', 'Nothing', { type: 'suite' });
  await author.environment('staging', [{ name: 'password', value: VALUE, kind: 'secret' }]);
  const text = '@smoke\nFeature: Orders\n  Scenario: One\n    Given nothing\n';
  await author.do('importFeatures', { source: 'text', fileName: 'orders.feature', text });
  await author.do('configureFeatureServer', {
    type: 'xray-cloud',
    fileListUrl: 'https://tm.example/api/v2/export/cucumber?filter=1&fz=true',
    clientId: 'someone',
    clientSecret: VALUE,
  });
});

afterAll(() => shop[Symbol.asyncDispose]());

const WHERE = { upload: true, planKey: 'SHOP-77', fixVersion: '2.1 (beta)' };
const ALL = { ...WHERE, workers: 2, retries: 1, maxFailures: 9, reports: ['junit', 'html', 'cucumber', 'allure'] };
const SECRETS = ['CLIENT_ID', 'CLIENT_SECRET', 'STEPLOOM_SECRET_password'];

describe.each(Object.entries(CI_TARGETS))('the script for %s', (target, { syntax, fileName }) => {
  it.each([1, 3])('is well-formed, names every secret and holds none, on %i machines', async shards => {
    const reply = await generate({ target, suite: 't3', environment: 'staging', options: { ...ALL, shards } });
    expect([reply.fileName, reply.syntax]).toEqual([fileName, syntax]);
    const { script } = reply;
    expect(script).not.toContain(VALUE);
    expect(script).not.toMatch(/'; rm|\{\{ secrets\.X/);
    expect(script).toMatch(/^(#!.*\n)?(#|\/\/) Runs the suite t3 \(Nightly secrets\.X rm -rf\)/);
    expect(reply.secrets.map(({ name }) => name)).toEqual(SECRETS);
    for (const name of SECRETS) expect(script).toContain(name);
    const commands = steploomCommands(commandTexts(script, syntax));
    const runs = commands.filter(([command]) => command === 'run');
    for (const words of runs) expect(words).toEqual(expect.arrayContaining(['--project', 'shop', '--suite', 't3']));
    const merges = commands.filter(([command]) => command === 'merge-reports');
    expect(merges).toHaveLength(shards === 1 ? 0 : 1);
    for (const words of merges) expect(words).toContain('--allow-partial');
    expect(script.includes('Only $# of 3 parts')).toBe(shards === 3);
    const [reporting] = shards === 1 ? runs : merges;
    for (const report of ALL.reports) expect(reporting?.some(word => word.startsWith(`${report}=`))).toBe(true);
    const [uploading] = commands.filter(words => words.includes(shards === 1 ? '--publish' : 'upload'));
    expect(uploading?.slice(-4)).toEqual(['--plan-key', 'SHOP-77', '--fix-version', '2.1 (beta)']);
    expect(script).toContain('npm ci');
    expect(script).not.toMatch(/npm (install|i) steploom|npx steploom@|npx -y|npx --yes/);
  });

  it('leaves out what is not asked for', async () => {
    const options = { cache: false, installBrowser: false, reports: ['html'] };
    const { script, secrets } = await generate({ target, test: 't2', options });
    expect(secrets).toEqual([]);
    expect(script).not.toMatch(/CLIENT_ID|junit|--install-browser|--retries|--shard/);
    expect(steploomCommands(commandTexts(script, syntax))).toEqual([
      ['run', 't2', '--project', 'shop', '--reporter', 'pretty', ...further(target), '--reporter', expect.any(String)],
    ]);
  });
});

const further = (target: string) => (target === 'github' ? ['--reporter', 'github'] : []);

it.each(Object.entries(CI_TARGETS).map(([target, { syntax }]) => ({ target, syntax })))(
  'every command of a script for $target is one that the program takes',
  async ({ target, syntax }) => {
    await using folder = await temporaryDirectory();
    await steploom(folder.path, 'init', 'shop');
    for (const shards of [1, 3]) {
      const { script } = await generate({ target, suite: 't3', environment: 'staging', options: { ...ALL, shards } });
      for (const words of steploomCommands(commandTexts(script, syntax))) {
        const { stderr } = await steploomIn(folder.path, ...words);
        expect(stderr, words.join(' ')).not.toMatch(
          /unknown (option|command)|too many arguments|missing required|There is no reporter|takes a/,
        );
      }
    }
  },
);

describe('what a script runs', () => {
  it('GitHub merges the reports of all machines, whether or not they passed, and keeps them always', async () => {
    const { script } = await generate({ target: 'github', suite: 't3', options: { shards: 3 } });
    const Step = z.looseObject({ uses: z.string().optional(), if: z.string().optional() });
    const Job = z.looseObject({ needs: z.string().optional(), if: z.string().optional(), steps: z.array(Step) });
    const { jobs } = z.looseObject({ jobs: z.object({ tests: Job, reports: Job }) }).parse(parseYaml(script));
    expect(jobs.tests).toMatchObject({ strategy: { 'fail-fast': false, matrix: { shard: [1, 2, 3] } } });
    expect(jobs.reports).toMatchObject({ needs: 'tests', if: 'always()' });
    for (const { steps } of Object.values(jobs))
      expect(steps.filter(({ uses }) => uses?.startsWith('actions/upload-artifact'))).toMatchObject([
        { if: 'always()' },
      ]);
  });

  it('GitHub keeps the reports of each attempt, and one part of each machine', async () => {
    const attempt = ['steploom-reports-$', '{{ github.run_attempt }}'].join('');
    for (const shards of [1, 3]) {
      const { script } = await generate({ target: 'github', suite: 't3', options: { shards } });
      const texts = commandTexts(script, 'yaml');
      expect(texts).toContain(attempt);
      expect(script.match(/overwrite: true/g) ?? []).toHaveLength(shards === 1 ? 0 : 1);
    }
  });

  it('Azure names what an attempt keeps after it, and merges the last part of each machine', async () => {
    for (const shards of [1, 3]) {
      const { script } = await generate({ target: 'azure', suite: 't3', options: { shards } });
      const names = [...script.matchAll(/artifact: (.+)/g)].map(([, name]) => name);
      expect(names).toHaveLength(shards === 1 ? 1 : 2);
      for (const name of names) expect(name).toMatch(/-\$\(System\.JobAttempt\)$/);
    }
    const { script } = await generate({ target: 'azure', suite: 't3', options: { shards: 3 } });
    const [collect = ''] = shellTexts(script, 'yaml').filter(text => text.includes('PIPELINE_WORKSPACE'));
    await using folder = await temporaryDirectory();
    for (const attempt of [10, 9, 1]) {
      const part = join(folder.path, 'parts', `steploom-shard-2-${attempt}`);
      await mkdir(part, { recursive: true });
      await writeFile(join(part, 'shard-2.zip'), `attempt ${attempt}`);
    }
    const env = { ...process.env, PIPELINE_WORKSPACE: folder.path };
    expect(spawnSync('bash', ['-c', collect], { cwd: folder.path, env }).status).toBe(0);
    expect(await readFile(join(folder.path, 'shards/shard-2.zip'), 'utf8')).toBe('attempt 10');
  });

  it('tests, features, scenarios and tags are told in codes, and nothing named is everything', async () => {
    const some = await generate({
      target: 'shell',
      tests: ['Look'],
      features: ['orders.feature'],
      tags: '@smoke or @x',
    });
    expect(some.command).toBe("npx steploom run t2 f1 --project shop --tags '@smoke or @x'");
    expect(some.counts).toEqual({ tests: 0, scenarios: 1 });
    const all = await generate({ target: 'shell' });
    expect(all.command).toBe('npx steploom run --project shop');
    expect(all.counts).toEqual({ tests: 2, scenarios: 1 });
    expect(all.secrets.map(({ name }) => name)).toEqual(['STEPLOOM_SECRET_password']);
  });

  it('a suite counts what the suites in it hold, and of all that only what has the tags', async () => {
    const { author } = shop;
    const { testCode } = await author.test('m1', 'Outer', {
      type: 'suite',
      actions: [
        { type: 'plugTest', test: 't3' },
        { type: 'plugTest', test: 't3', disabled: true },
        { type: 'plugFeature', feature: 'f1' },
      ],
    });
    const all = await generate({ target: 'shell', suite: testCode });
    expect([all.counts, all.secrets.length]).toEqual([{ tests: 2, scenarios: 1 }, 1]);
    const some = await generate({ target: 'shell', suite: testCode, tags: '@smoke' });
    expect([some.counts, some.secrets]).toEqual([{ tests: 0, scenarios: 1 }, []]);
    expect(await author.refusal('generateCIScript', { target: 'shell', suite: testCode, tags: '@slow' })).toBe(
      `invalid-project: Nothing in the suite ${testCode} is tagged @slow.`,
    );
  });

  it.each(['\r', '\n', '\t', '\u0085', '\u2028', '\u2029'])(
    'tags with the space %j are refused, which may end a line',
    async space => {
      const args = { target: 'github', tags: `@smoke${space}or @x` };
      expect(await shop.author.refusal('generateCIScript', args)).toMatch(/^invalid-params: /);
    },
  );

  it('a plan and a version go with an upload alone, and are no signs that a server of CI fills in', async () => {
    const refusal = (options: object) => shop.author.refusal('generateCIScript', { target: 'shell', options });
    expect(await refusal({ planKey: 'SHOP-77' })).toMatch(/^invalid-params: A plan and a version/);
    for (const fixVersion of [['$', '{{ x }}'].join(''), '$(x)', '%X%', 'a\nb', "a'b", '$[x]'])
      expect(await refusal({ upload: true, fixVersion }), fixVersion).toMatch(/^invalid-params: /);
  });

  it('scenarios with red steps are warned of', async () => {
    const { warnings } = await generate({ target: 'shell', scenarios: ['f1.s1'] });
    expect(warnings).toEqual([
      '1 scenario has steps that are not linked: they are reported as not implemented, and the job fails.',
    ]);
  });

  it('an upload of nothing, and machines with nothing to do, are warned of', async () => {
    const options = { upload: true, shards: 3 };
    const { warnings } = await generate({ target: 'shell', test: 't2', options });
    expect(warnings).toEqual([
      'Nothing of this has the key of an issue among its tags, such as @SHOP-12: there will be no results to upload.',
      'There is only 1 item for 3 machines: some have nothing to run.',
    ]);
  });

  it('what cannot run, and what a script cannot hold, is refused', async () => {
    const refusal = (args: object) => shop.author.refusal('generateCIScript', { target: 'github', ...args });
    expect(await refusal({ suite: 't4' })).toBe(
      'invalid-project: The suite t4 is empty. Plug tests, features or scenarios into it.',
    );
    expect(await refusal({ suite: 'Look' })).toBe('invalid-params: t2 “Look” is no suite.');
    expect(await refusal({ suite: 'Weekly' })).toMatch(/^not-found: No test is named "Weekly"/);
    expect(await refusal({ suite: 't3', features: ['f1'] })).toMatch(/^invalid-params: A suite runs by itself/);
    expect(await refusal({ tags: '@a and "$(id)"' })).toMatch(/^invalid-params: /);
    expect(await refusal({ tags: '@nowhere' })).toMatch(/^invalid-project: Nothing is chosen/);
    expect(await refusal({ environment: 'moon' })).toMatch(/^not-found: /);
    expect(await refusal({ target: 'travis' })).toMatch(/^invalid-params: /);
    expect(await refusal({ options: { shards: 0 } })).toMatch(/^invalid-params: /);
  });

  it('the CI URL names what runs, at the address of the page', async () => {
    const address = async (args: object) => {
      const { url, command } = await shop.author.client.call('generateCIUrl', args, Url);
      expect(command).toBe(`npx steploom run "${url}"`);
      return url.replace(shop.app.service.url, '').replace(/[?&]id=[0-9a-f]{12}&sig=[\w-]{86}$/, '');
    };
    expect(await address({ suite: 't3', environment: 'staging' })).toBe('/p/shop/-/ci?suite=t3&env=staging');
    expect(await address({ test: 't2', scenarios: ['f1.s1'] })).toBe('/p/shop/-/ci?test=t2&scenario=f1.s1');
    const how = { workers: 2, retries: 1, ...WHERE };
    expect(await address({ options: how })).toBe(
      '/p/shop/-/ci?workers=2&retries=1&planKey=SHOP-77&fixVersion=2.1+%28beta%29&publish=true',
    );
    expect(await shop.author.refusal('generateCIUrl', { suite: 't4' })).toMatch(/^invalid-project: /);
  });

  it('the servers are listed, with what the form asks for', async () => {
    const List = z.object({
      targets: z.array(z.looseObject({ target: z.string() })),
      reports: z.array(z.strictObject({ report: z.string(), title: z.string() })),
      needsPassword: z.boolean(),
      canUpload: z.boolean(),
    });
    const reply = await shop.author.client.call('getCITargets', {}, List);
    expect(reply.targets.map(({ target }) => target)).toEqual(Object.keys(CI_TARGETS));
    expect(reply.reports).toEqual(expect.arrayContaining([{ report: 'junit', title: 'JUnit XML' }]));
    expect(reply.reports.map(({ report }) => report)).not.toContain('blob');
    expect([reply.needsPassword, reply.canUpload]).toEqual([false, true]);
    expect(await shop.author.refusal('getCITargets', { target: 'github' })).toMatch(/^invalid-params: /);
  });
});

describe('the password of the project', () => {
  const PASSWORD = 'long grass by the river';
  const args = { test: 't1' };

  async function openLocked() {
    const other = await openShop();
    await other.author.module('A');
    await other.author.test('m1', 'One');
    await other.app.service.workspace.project('shop')?.password.set(PASSWORD);
    return other;
  }

  it('is needed for addresses, and not for scripts, which hold no secret', async () => {
    await using other = await openLocked();
    const { author } = other;
    expect((await author.client.call('generateCIScript', { target: 'shell', ...args }, Reply)).script).toContain('t1');
    expect(await author.refusal('generateCIUrl', args)).toMatch(/^forbidden: The project has a password/);
    expect(await author.refusal('generateCIUrl', { ...args, password: 'short grass' })).toBe(
      'forbidden: This is not the password of the project.',
    );
    const { url } = await author.client.call('generateCIUrl', { ...args, password: PASSWORD }, Url);
    expect(url).not.toContain('grass');
  });

  it('whoever guesses it is held up, and nobody else', { tags: ['full'] }, async () => {
    await using other = await openLocked();
    const { author } = other;
    // On a busy machine those that are looked at go on as jobs.
    const guess = (index: number) =>
      author.refusal('generateCIUrl', { ...args, password: `guess ${index}` }).catch(() => 'still at work');
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, index) => guess(index)));
    expect(guesses.some(text => text.startsWith('rate-limited'))).toBe(true);
    const colleague = await other.colleague();
    const { url } = await colleague.client.call('generateCIUrl', { ...args, password: PASSWORD }, Url);
    expect(url).toContain('test=t1');
  });
});
