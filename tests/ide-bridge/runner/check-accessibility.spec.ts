import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from './runner-fixture.ts';

const page = (body: string, head = '') =>
  `<html lang="en"><head><title>Shop</title>${head}</head><body><main><h1>Shop</h1>${body}</main></body></html>`;

const PALE = '<p id="pale" style="color:#ccc;background:#fff">Hardly there</p>';
const NO_NAME = '<button id="bare"></button>';

/** A page that breaks what most scripts rely on, and shows in its title when something is done to it. */
const BROKEN = `<script>
  const tell = word => () => { document.title = word; };
  const all = { subtree: true, attributes: true, childList: true, characterData: true };
  addEventListener('load', () => new MutationObserver(tell('changed')).observe(document.body, all));
  for (const event of ['scroll', 'focusout', 'message']) addEventListener(event, tell(event));
  Array.prototype.map = Array.prototype.filter = () => { throw new Error('no map'); };
  Document.prototype.querySelectorAll = Element.prototype.querySelectorAll = () => [];
  Document.prototype.querySelector = Element.prototype.querySelector = () => null;
  JSON.stringify = () => 'nothing';
  window.setTimeout = () => 0;
  Object.defineProperty(window, 'axe', { set() { document.title = 'seen'; } });
</script>`;

const runner = useRunner({
  '/': page('<button>Buy</button>'),
  '/bad': page(`${PALE}${NO_NAME}<img src="/logo.png">`),
  '/parts': page(`<section aria-label="Ads">${PALE}</section><section aria-label="Form">${NO_NAME}</section>`),
  '/shadow': page(
    '<div id="host"></div><script>host.attachShadow({ mode: "open" }).innerHTML = "<p>Open</p><button class=in></button>"</script>',
  ),
  '/frames': page(
    `<iframe title="Own" src="/inner"></iframe><script>document.querySelector('main').insertAdjacentHTML('beforeend', '<iframe title="Pay" src="http://localhost:' + location.port + '/outer"></iframe>')</script>`,
  ),
  '/inner': `<html lang="en"><title>Inner</title><main>${NO_NAME}</main></html>`,
  '/outer': '<html lang="en"><title>Outer</title><main><iframe title="Deep" src="/inner"></iframe></main></html>',
  '/broken': page(`${NO_NAME}<input aria-label="Name" autofocus><div style="height:3000px"></div>`, BROKEN),
  '/fading': page(
    '<style>@keyframes in { from { opacity: 0.1 } to { opacity: 1 } } #new { animation: in 700ms both }</style><p id="new">Here soon</p>',
  ),
  '/guarded': (_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': "default-src 'none'; script-src 'none'; require-trusted-types-for 'script'",
    });
    response.end(page(NO_NAME));
  },
  '/leaves': page(`${NO_NAME}<script>setTimeout(() => location.replace('/bad'), 30)</script>`),
});

const visit = (url = '/') => ({ type: 'visit', url });
const check = (fields: object = {}) => ({ type: 'checkAccessibility', ...fields });

const Findings = z.object({
  actions: z.array(
    z.object({
      note: z.string().optional(),
      wrote: z.string().optional(),
      error: z
        .object({
          message: z.string(),
          findings: z
            .array(
              z.object({
                rule: z.string(),
                impact: z.string().optional(),
                helpUrl: z.string(),
                element: z.string(),
                locator: z.string().optional(),
              }),
            )
            .default([]),
        })
        .optional(),
    }),
  ),
});

/** Of the last action that ran. */
async function last() {
  const { actions } = await runner.app.client.call('getTestResults', {}, Findings);
  const [action] = actions.slice(-1);
  return { ...action, findings: action?.error?.findings ?? [] };
}

/** Rules and locators of what the check of a page finds. */
async function foundOn(url: string, fields: object = {}) {
  await runner.fails([visit(url), check(fields)]);
  return (await last()).findings.map(({ rule, locator }) => `${rule} ${locator}`).sort();
}

describe('a check of accessibility', () => {
  test('passes on a page that has no problems', async () => {
    const { actions } = await runner.passes([visit(), check({ standard: 'wcag21aa' })]);
    expect(actions[1]?.title).toBe('Check the accessibility of the page by WCAG 2.1 A and AA');
  });

  test('fails with each problem, its element and where to read of it, the most serious first', async () => {
    const { error } = await runner.fails([visit('/bad'), check()]);
    const [head, ...lines] = error.message.split('\n');
    expect(head).toBe(`${runner.origin}/bad has 3 accessibility problems (WCAG 2.2 A and AA).`);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(
      /^1\. critical: .* \((?:button-name|image-alt)\): .* – https:\/\/dequeuniversity\.com\/rules\/axe\//,
    );
    expect(lines[2]).toMatch(/^3\. serious: .* \(color-contrast\): .*getByText\('Hardly there'.*\) – https:/);
    const { findings } = await last();
    expect(findings.map(({ rule }) => rule).sort()).toEqual(['button-name', 'color-contrast', 'image-alt']);
  });

  test('looks at what is included and excluded, and counts what is serious enough', { tags: 'full' }, async () => {
    const form = "getByRole('region', { name: 'Form' })";
    expect(await foundOn('/parts', { locator: form })).toEqual(["button-name locator('#bare')"]);
    expect(await foundOn('/parts', { exclude: [form] })).toEqual([expect.stringContaining('color-contrast')]);
    await runner.passes([
      visit('/parts'),
      check({ exclude: [form], leastImpact: 'critical' }),
      check({ exclude: [form], disabledRules: ['color-contrast'] }),
      check({ exclude: [form, "getByRole('region', { name: 'Ads' })", "locator('#none')"] }),
    ]);
  });

  test('finds what is wrong in shadow trees and in frames, those of other sites too', { tags: 'full' }, async () => {
    expect(await foundOn('/shadow')).toEqual(["button-name locator('#host').getByRole('button')"]);
    const inner = await foundOn('/frames');
    expect(inner).toEqual([
      expect.stringMatching(/^button-name getByTitle\('Own'.*\.contentFrame\(\)\./),
      expect.stringMatching(
        /^button-name getByTitle\('Pay'.*\.contentFrame\(\)\.getByTitle\('Deep'.*\.contentFrame\(\)\./,
      ),
    ]);
    await runner.passes([
      visit('/frames'),
      check({ exclude: ["getByTitle('Own')", "getByTitle('Pay').contentFrame().locator('iframe')"] }),
    ]);
  });

  test('is not misled by a page that breaks its own scripts, and leaves no trace there', async () => {
    const { error } = await runner.fails([visit('/broken'), check()], { screenshots: 'off' });
    expect(error.message).toMatch(/button-name/);
    await runner.passes([
      { type: 'assert', matcher: 'toHaveTitle', expected: 'Shop' },
      { type: 'assert', matcher: 'toBeFocused', locator: "getByLabel('Name')" },
    ]);
  });

  test('needs no leave of a page that forbids all scripts', { tags: 'full' }, async () => {
    expect(await foundOn('/guarded')).toHaveLength(1);
  });

  test('waits for what is fading in', { tags: 'full' }, async () => {
    await runner.passes([visit('/fading'), check()]);
  });

  test('looks at the page where the browser arrives', { tags: 'full' }, async () => {
    const { error } = await runner.fails([visit('/leaves'), check()]);
    expect(error.message).toMatch(/button-name/);
  });

  test('says at its field what it cannot do, and does nothing then', async () => {
    const { error } = await runner.fails([visit(), check({ disabledRules: ['colour-contrast'] })]);
    expect(error.message).toBe('axe-core has no rule “colour-contrast” to leave out.');
    const missing = await runner.fails([visit(), check({ locator: "getByTestId('none')", timeoutMs: 600 })]);
    expect(missing.error.message).toMatch(/^No element matches /);
    const refused = (fields: object) => runner.write([visit(), check(fields)]).catch(String);
    expect(await refused({ baseline: '../secret' })).toContain('“../secret” is not a name of a list of findings');
    expect(await refused({ exclude: ['getByRole('] })).toContain('exclude');
    expect(await refused({ standard: 'wcag9' })).toContain('standard');
  });
});

const folder = () => join(runner.app.folder, 'files', 'baselines');
const file = () => join(folder(), 'shop.accessibility.json');
const UPDATE = { updateScreenshots: true };

describe('a list of known findings', () => {
  beforeEach(() => rm(folder(), { recursive: true, force: true }));

  test('is made by a run that updates, after which only what is new fails', async () => {
    const first = await runner.fails([visit('/bad'), check({ baseline: 'shop' })]);
    expect(first.error.message).toContain('There is no files/baselines/shop.accessibility.json yet');
    const testId = await runner.write([visit('/bad'), check({ baseline: 'shop' })]);
    expect((await runner.runStored(testId, UPDATE)).outcome).toBe('passed');
    expect((await last()).wrote).toBe('files/baselines/shop.accessibility.json');
    const kept = await readFile(file(), 'utf8');
    expect(JSON.parse(kept)).toMatchObject({ format: 1, findings: [{ rule: 'button-name' }, {}, {}] });
    expect((await runner.runStored(testId)).outcome).toBe('passed');
    await runner.runStored(testId, UPDATE);
    expect((await last()).wrote).toBeUndefined();
    const { error } = await runner.fails([
      visit('/bad'),
      { type: 'script', code: "document.querySelector('main').append(document.createElement('input'))" },
      check({ baseline: 'shop' }),
    ]);
    expect(error.message).toContain(
      'has 1 accessibility problem that files/baselines/shop.accessibility.json does not know',
    );
    expect((await last()).findings.map(({ rule }) => rule)).toEqual(['label']);
    expect(await readFile(file(), 'utf8')).toBe(kept);
  });

  test('tells which of its findings are gone', { tags: 'full' }, async () => {
    const testId = await runner.write([visit('/bad'), check({ baseline: 'shop' })]);
    await runner.runStored(testId, UPDATE);
    await runner.passes([
      visit('/bad'),
      { type: 'script', code: "document.querySelector('img').remove()" },
      check({ baseline: 'shop' }),
    ]);
    expect((await last()).note).toMatch(
      /^1 finding of files\/baselines\/shop\.accessibility\.json is gone: image-alt of .*\. A run with --update-screenshots takes it off the list\.$/,
    );
  });

  test('that cannot be read is named, and no secret gets into one', { tags: 'full' }, async () => {
    await mkdir(folder(), { recursive: true });
    await writeFile(file(), '{"format": 2}');
    const { error } = await runner.fails([visit('/bad'), check({ baseline: 'shop' })]);
    expect(error.message).toContain('files/baselines/shop.accessibility.json is not a list of known findings');
    const items = [{ name: 'KEY', kind: 'secret', value: 'spring-Wind-4711' }];
    await runner.call('createEnvironment', { name: 'Keys', items });
    const show = { type: 'script', code: "document.querySelector('#pale').textContent = 'spring-Wind-4711'" };
    const testId = await runner.write([visit('/bad'), show, check({ baseline: 'shop' })]);
    const options = { environment: 'Keys' };
    await runner.runStored(testId, { ...options, ...UPDATE });
    expect(await readFile(file(), 'utf8')).not.toContain('4711');
    expect((await runner.runStored(testId, options)).outcome).toBe('passed');
    await rm(file());
    await runner.runStored(testId, options);
    expect(JSON.stringify(await last())).not.toContain('4711');
  });
});

describe('a check that takes too long', () => {
  const wedged = useRunner(
    {
      '/': page(''),
      '/large': page(`<script>
        const rows = Array.from({ length: 25000 }, (_, at) => '<p><a href="/' + at + '">Row ' + at + '</a></p>');
        document.querySelector('main').insertAdjacentHTML('beforeend', rows.join(''));
      </script>${NO_NAME}`),
      '/silent': page(
        `<script>document.write('<iframe title="Ad" src="http://localhost:' + location.port + '/endless"></iframe>')</script>`,
      ),
      '/endless': '<title>Ad</title><script>setTimeout(() => { for (;;) ; }, 200)</script>',
    },
    { ownBrowser: true },
  );

  test('names what to do on a page of 50,000 elements, which can be checked again', { tags: 'full' }, async () => {
    // Laid out, so that it answers while it is checked.
    const last = { type: 'assert', matcher: 'toBeVisible', locator: "getByText('Row 24999')" };
    const { error } = await wedged.fails([visit('/large'), last, check({ timeoutMs: 1_000 })], { screenshots: 'off' });
    expect(error.message).toMatch(/was not checked within 1 s: .* check a part of it with “locator”\.$/);
    const found = await wedged.fails([check({ locator: '#bare' })]);
    expect(found.error.message).toContain('button-name');
  });

  test('names a frame that does not answer, which can be left out', { tags: 'full' }, async () => {
    const wait = { type: 'wait', until: 'time', value: '500' };
    const { error } = await wedged.fails([visit('/silent'), wait, check()], { screenshots: 'off' });
    expect(error.message).toMatch(/^The frame http:\/\/localhost:\d+\/endless in the page was not checked within 10 s/);
    await wedged.passes([check({ exclude: ["getByTitle('Ad')"] })]);
  });

  test('ends with its time limit, and says what keeps the page', { tags: 'full' }, async () => {
    const { error } = await wedged.fails([
      visit(),
      { type: 'script', code: "setTimeout(() => { for (;;) ; }, 100); 'soon'" },
      { type: 'wait', until: 'time', value: '300' },
      check({ timeoutMs: 1_500 }),
    ]);
    expect(error.message).toMatch(/^The page .* does not answer; /);
  });
});
