import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSteploomIn, steploom, steploomIn } from '../../support/command-line.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { writeZip } from '../../support/write-zip.ts';

let workspace: TemporaryDirectory;
const inWorkspace = (...words: string[]) => steploom(workspace.path, ...words);

const SPEC = "import { test } from '@playwright/test';\ntest('Home', async ({ page }) => { await page.goto('/'); });\n";
const FEATURE = 'Feature: Basket\n  Scenario: Empty\n    Given nothing\n';

/** Absolute path of a file to import. */
const given = (name: string) => join(workspace.path, 'in', name);

beforeEach(async () => {
  workspace = await temporaryDirectory();
  await inWorkspace('init', 'shop', '--name', 'Shop');
  await mkdir(given('more'), { recursive: true });
  await writeFile(given('home.spec.ts'), SPEC);
  await writeFile(given('more/basket.feature'), FEATURE);
});

afterEach(() => workspace[Symbol.asyncDispose]());

describe('steploom import and export', () => {
  it('steploom import takes tests and features, and steploom export gives them back', async () => {
    const imported = await inWorkspace('import', given('home.spec.ts'), given('more/basket.feature'));
    expect([imported.exitCode, imported.stdout]).toEqual([0, 'm1.t1  Home\nadded    Basket\n']);
    const again = await inWorkspace('import', given('more'));
    expect([again.exitCode, again.stderr]).toEqual([0, '1 feature as before.\n']);
    expect((await inWorkspace('export', 't1')).stdout).toContain("await page.goto('/')");
    expect((await inWorkspace('export', 'f1')).stdout).toBe(FEATURE);
    const written = await steploomIn(
      workspace.path,
      ...['--workspace', workspace.path, 'export', 't1', 'f1', '--format', 'json', '--output', 'out'],
    );
    expect(written.stdout).toBe('out/t1.json\nout/basket.feature\n');
    expect(await readFile(join(workspace.path, 'out/basket.feature'), 'utf8')).toBe(FEATURE);
    const back = await inWorkspace('import', join(workspace.path, 'out/t1.json'), '--module', 'm1', '--json');
    expect(JSON.parse(back.stdout)).toMatchObject([{ tests: [{ testCode: 't2', name: 'Home' }] }]);
  });

  it('steploom import takes the code of a folder together, and features that are there too', async () => {
    await mkdir(given('more/node_modules'));
    await writeFile(given('more/node_modules/never.spec.ts'), SPEC);
    await writeFile(given('more/pages.ts'), "export const HOME = '/home';\n");
    await writeFile(
      given('more/more.spec.ts'),
      SPEC.replace("'/'", 'HOME').replace(';\n', ";\nimport { HOME } from './pages';\n"),
    );
    const imported = await inWorkspace('import', given('more'));
    expect([imported.exitCode, imported.stdout]).toEqual([0, 'added    Basket\nm1.t1  Home\n']);
    expect((await inWorkspace('export', 't1')).stdout).toContain("await page.goto('/home')");
  });

  it('steploom import tells the tool of a folder of code by most of its tests', async () => {
    const shop: Record<string, string> = {
      'cypress/e2e/basket.cy.ts': "it('Basket', () => { cy.open('/basket'); });\n",
      'cypress/e2e/pay.cy.ts': "it('Pay', () => { cy.open('/pay'); });\n",
      'cypress/support/commands.ts': "Cypress.Commands.add('open', path => { cy.visit('/app' + path); });\n",
      'unit/sum.spec.ts': "it('adds', () => { expect(1 + 1).toBe(2); });\n",
      'unit/less.spec.ts': "it('takes away', () => { expect(1 - 1).toBe(0); });\n",
      'unit/more.spec.ts': SPEC,
    };
    for (const [path, text] of Object.entries(shop)) {
      await mkdir(join(given('code'), dirname(path)), { recursive: true });
      await writeFile(join(given('code'), path), text);
    }
    const imported = await inWorkspace('import', given('code'));
    expect([imported.exitCode, imported.stdout]).toEqual([0, 'm1.t1  Basket\nm1.t2  Pay\n']);
    expect((await inWorkspace('export', 't2')).stdout).toContain("await page.goto('/app/pay')");
    await mkdir(given('recorded'));
    const script = "const puppeteer = require('puppeteer');\nit('Home', async () => { await page.goto('/home'); });\n";
    await writeFile(given('recorded/home.js'), script);
    const recorded = await inWorkspace('import', given('recorded'));
    expect([recorded.exitCode, recorded.stdout]).toEqual([0, 'm1.t3  Home\n']);
  });

  it('steploom import and export refuse what they cannot read and change nothing', async () => {
    await inWorkspace('import', given('home.spec.ts'), given('more/basket.feature'));
    await writeFile(given('notes.txt'), 'notes');
    await writeFile(given('bad.feature'), 'Nothing');
    for (const [words, code, sentence] of [
      [['import', given('gone.side')], 2, 'gone.side cannot be read (ENOENT).'],
      [['import', given('notes.txt')], 2, 'Say it with --format.'],
      [['import', given('home.spec.ts'), given('notes.txt')], 2, 'Say it with --format.'],
      [['import', given('notes.txt'), '--format', 'json'], 2, ''],
      [['import', given('bad.feature')], 1, 'cannot be read: bad.feature, line 1'],
      [['export', 't99'], 2, 'No test t99'],
      [['export', 't1', 'f1'], 2, 'name it with --output'],
      [['export', 't1', '--format', 'cypress'], 2, 'playwright-test'],
    ] as const) {
      const { exitCode, stderr } = await inWorkspace(...words);
      expect(stderr).toContain(sentence);
      expect(exitCode).toBe(code);
    }
    expect((await inWorkspace('list')).stdout.match(/^ {2}t\d/gm)).toEqual(['  t1']);
  });
});

describe('steploom trace', () => {
  it('steploom trace exits with 3 when no run kept its pages, and with 2 for what is no run', async () => {
    expect((await inWorkspace('trace')).exitCode).toBe(3);
    expect(await inWorkspace('trace', 'x')).toMatchObject({
      exitCode: 2,
      stderr: '"x" is not a run ID such as r12.\n',
    });
    expect((await inWorkspace('trace', 'r9')).stderr).toContain('No run r9.');
  });

  it('steploom trace serves the viewer and the trace at an address of its own until Ctrl+C', async () => {
    const folder = join(workspace.path, 'shop/.steploom/runs/r1');
    await mkdir(folder, { recursive: true });
    const bytes = writeZip([{ name: 'trace.trace', bytes: Buffer.from('{}') }]);
    await writeFile(join(folder, 'trace.zip'), bytes);
    expect((await inWorkspace('trace', '--path')).stdout).toBe(`${join(folder, 'trace.zip')}\n`);
    const shown = await startSteploomIn(workspace.path, '--workspace', workspace.path, 'trace');
    await expect.poll(shown.printed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\w{32}\/index\.html\?trace=.+\n$/);
    const address = new URL(shown.printed().trim());
    expect(await (await fetch(address)).text()).toContain('<title>');
    const trace = await fetch(address.searchParams.get('trace') ?? '');
    expect(Buffer.from(await trace.arrayBuffer())).toEqual(Buffer.from(bytes));
    expect((await fetch(new URL('/trace.zip', address))).status).toBe(404);
    expect((await shown.interrupt()).exitCode).toBe(0);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });
});
