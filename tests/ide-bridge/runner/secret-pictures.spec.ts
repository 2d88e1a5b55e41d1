import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Pixels, readPng } from '../../support/png-pixels.ts';
import { useRunner } from './runner-fixture.ts';

const STYLE = `<style>body { margin: 0; height: 2100px }
  input, div, label { position: absolute; left: 0; width: 300px; height: 50px; border: 0; padding: 0; font: 30px monospace }
  </style>`;

const runner = useRunner({
  '/': `<title>Keys</title>${STYLE}
    <input aria-label="Key" style="top: 0; color: red">
    <label for="b" style="top: 100px">Labelled</label><input id="b" style="top: 150px">
    <div contenteditable role="textbox" aria-label="Rich" style="top: 250px; transition: all 60s"></div>
    <input placeholder="Code" style="top: 350px" oninput="this.placeholder = 'Done'">
    <iframe src="/inner" style="position: absolute; left: 0; top: 450px; width: 300px; height: 60px; border: 0"></iframe>
    <input aria-label="Anew" style="top: 550px" oninput="this.outerHTML = this.outerHTML.replace('>', ' value=' + this.value + '>')">
    <input aria-label="Deep" style="top: 2000px">`,
  '/echo': `<title>Echo</title>${STYLE}
    <div style="top: 0; background: white">Your key is <b>very</b>-secret.</div>
    <input style="top: 100px" value="VERY-SECRET" aria-label="Loud">
    <div id="host" style="top: 200px"></div><div style="top: 300px">nothing here</div>
    <iframe src="/echo-inner" style="position: absolute; left: 0; top: 400px; width: 300px; height: 60px; border: 0"></iframe>
    <script>host.attachShadow({ mode: 'open' }).innerHTML = '<span style="font: 30px monospace">very-secret</span>'</script>`,
  '/echo-inner': `<title>Inner</title>${STYLE}<div style="top: 0">very-secret</div>`,
  '/inner': `<title>Inner</title>${STYLE}<input aria-label="Inner">`,
});

/** Where they are. */
const FIELDS: Record<string, number> = {
  "getByLabel('Deep')": 2_000,
  "getByLabel('Key')": 0,
  "getByText('Labelled')": 150,
  "getByRole('textbox', { name: 'Rich' })": 250,
  "getByPlaceholder('Code')": 350,
  "frameLocator('iframe').getByLabel('Inner')": 450,
  "getByLabel('Anew')": 550,
};

const Picture = z.object({ base64: z.string() });
const NEUTRAL = [126, 127, 128, 129];

/** Whether nothing but one grey is to be seen where a field lies. */
function isCovered({ at }: Pixels, top: number): boolean {
  for (let y = top + 1; y < top + 49; y++)
    for (let x = 1; x < 299; x++) if (!at(x, y).every(colour => NEUTRAL.includes(colour))) return false;
  return true;
}

async function look(args: object): Promise<Pixels> {
  const { base64 } = await runner.app.client.call(
    'getScreenshot',
    { format: 'png', maxWidth: 4_096, ...args },
    Picture,
  );
  return readPng(Buffer.from(base64, 'base64'));
}

const pictureOf = async (runId: string, name = '') =>
  readPng(await readFile(join(runner.app.folder, '.steploom', 'runs', runId, name)));

const run = async (actions: readonly { type: string; [field: string]: unknown }[]) =>
  runner.runStored(await runner.write([{ type: 'visit', url: '/' }, ...actions]), { environment: 'Keys' });

beforeAll(async () => {
  const items = [{ name: 'KEY', kind: 'secret', value: 'very-secret' }];
  await runner.call('createEnvironment', { name: 'Keys', items });
});

describe('a field filled with a secret', () => {
  test('a field filled with a secret is covered in every picture, wherever it is on the page', {
    tags: 'full',
  }, async () => {
    const fills = Object.keys(FIELDS).map(locator => ({ type: 'fill', locator, value: '{{secret.KEY}}' }));
    const toTop = { type: 'script', code: 'scrollTo(0, 0)' };
    const whole = { type: 'screenshot', fullPage: true };
    const { outcome, runId, actions } = await run([...fills, toTop, { type: 'screenshot' }, whole]);
    expect(outcome).toBe('passed');
    const [ofRun, wholeOfRun] = await Promise.all(
      actions.slice(-2).map(({ screenshot }) => pictureOf(runId, screenshot)),
    );
    const pictures = { ofRun, wholeOfRun, now: await look({}), wholeNow: await look({ fullPage: true }) };
    for (const [name, picture] of Object.entries(pictures))
      for (const [locator, top] of Object.entries(FIELDS)) {
        if (picture === undefined || top + 50 > picture.height) continue;
        expect(isCovered(picture, top), `${locator} in ${name}`).toBe(true);
      }
    expect(pictures.wholeNow.height).toBeGreaterThan(2_050);
    expect(pictures.now.at(150, 90)).toEqual([255, 255, 255]);
  });

  test('a covered field looks as before once the picture is taken, even after several at once', {
    tags: 'full',
  }, async () => {
    await run([{ type: 'fill', locator: "getByLabel('Key')", value: '{{secret.KEY}}' }, { type: 'screenshot' }]);
    const pictures = await Promise.all([look({}), look({ fullPage: true }), look({ locator: "getByLabel('Key')" })]);
    expect(pictures.map(picture => isCovered(picture, 0))).toEqual([true, true, true]);
    const left = await runner.run(
      [
        {
          type: 'assert',
          matcher: 'toHaveAttribute',
          locator: "getByLabel('Key')",
          attribute: 'style',
          expected: 'top: 0px; color: red;',
        },
        { type: 'assert', matcher: 'toHaveValue', locator: "getByLabel('Key')", expected: 'very-secret' },
      ],
      { context: 'live' },
    );
    expect(left.outcome).toBe('passed');
  });
});

test('a field filled with a plain value is shown in pictures', { tags: 'full' }, async () => {
  await run([{ type: 'fill', locator: "getByLabel('Key')", value: 'plain' }]);
  expect(isCovered(await look({}), 0)).toBe(false);
});

test('what a page echoes of a secret that it was given is covered in pictures, and the page stays as it is', {
  tags: ['full'],
}, async () => {
  const before = 'window.was = document.documentElement.outerHTML';
  const isSame = 'document.documentElement.outerHTML === window.was && document.adoptedStyleSheets.length === 0';
  const request = { type: 'visit', url: '/echo?key={{secret.KEY}}' };
  const after = { type: 'assert', matcher: 'toPassScript', expected: isSame };
  const { outcome, runId, actions } = await run([
    request,
    { type: 'script', code: before },
    { type: 'screenshot' },
    after,
  ]);
  expect(outcome).toBe('passed');
  const picture = await pictureOf(runId, actions[3]?.screenshot);
  const isDark = (top: number) => {
    for (let y = top; y < top + 50; y++)
      for (let x = 0; x < 300; x++) if (picture.at(x, y).every(colour => colour < 60)) return true;
    return false;
  };
  // Of the first line, the words before the secret are still to be read.
  expect([0, 100, 200, 300, 400].map(isDark)).toEqual([true, false, false, true, false]);
});

test('a text that a test makes of a secret is masked as the secret is', async () => {
  const value = '{{ $join($reverse($split(secret.KEY, "")), "") }}';
  const missing = { type: 'assert', matcher: 'toHaveTitle', expected: value, timeoutMs: 50 };
  const failed = await run([missing]);
  expect(JSON.stringify(failed)).not.toContain('terces');
});
