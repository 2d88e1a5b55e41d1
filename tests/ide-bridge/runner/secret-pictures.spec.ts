import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Pixels, readPng } from '../../support/png-pixels.ts';
import { useRunner } from './runner-fixture.ts';

const STYLE = `<style>body { margin: 0; height: 2100px }
  input, div, label { position: absolute; left: 0; width: 300px; height: 50px; border: 0; padding: 0; font: 30px monospace }
  </style>`;

const SHADOW = `const shadow = (id, html) => document.getElementById(id).attachShadow({ mode: 'closed' }).innerHTML = html;`;
const SVG = `<svg xmlns='http://www.w3.org/2000/svg' width='400' height='30'><text y='20'>very-secret</text></svg>`;

/** Every way in which a page may draw a text, each on a line of its own. */
const WAYS: Record<string, string> = {
  'text in svg': SVG,
  'text in svg with attributes of its own': SVG.replace(
    '<text',
    '<text fill="red" stroke="black" style="fill: black !important"',
  ),
  'parts of text in svg': '<svg><text y="20"><tspan>very</tspan><tspan>-secret</tspan></text></svg>',
  'text on a path':
    '<svg><path id="way" d="M 0 20 H 300" /><text><textPath href="#way">very-secret</textPath></text></svg>',
  'html in svg': '<svg width="400"><foreignObject width="400" height="30"><b>very-secret</b></foreignObject></svg>',
  'an attribute as generated content': '<p class="attribute" data-key="very-secret"></p>',
  'generated content that is important': '<p id="literal"></p>',
  'a variable as generated content': '<p class="variable" style="--key: \'very-secret\'"></p>',
  'generated content beside a text': '<p class="half">secret</p>',
  'a marker': '<ul style="margin: 0 150px"><li class="marker" data-key="very-secret"></ul>',
  'a placeholder': '<input placeholder="very-secret">',
  'a button of a form': '<input type="submit" value="very-secret">',
  'a field that another script filled': '<input id="filled">',
  'a chosen option': '<select><option>other<option selected>very-secret</select>',
  'a list of options': '<select size="2" style="height: 28px"><option label="very-secret"><option>very-secret</select>',
  'a group of options': '<select size="2" style="height: 28px"><optgroup label="very-secret"></optgroup></select>',
  'a large field': '<textarea rows="1">very-secret</textarea>',
  'a placeholder of a large field': '<textarea rows="1" placeholder="very-secret"></textarea>',
  'what stands for a picture': '<img src="/none" alt="very-secret" width="300" height="28">',
  'a picture in the address': `<img src="data:image/svg+xml,${encodeURIComponent(SVG)}">`,
  'a picture in the address in base64': `<img src="data:image/svg+xml;base64,${btoa(SVG)}">`,
  'a picture in a picture': `<svg width="400"><image href="data:image/svg+xml,${encodeURIComponent(SVG)}" width="400" height="30" /></svg>`,
  'an embedded picture': `<object data="data:image/svg+xml,${encodeURIComponent(SVG)}"></object>`,
  'a closed root': '<div id="closed"></div>',
  'a field in a closed root': '<div id="field"></div>',
  'generated content in a closed root': '<div id="generated"></div>',
  'a text between a closed root and what is in its slot': '<div id="slotted"><b>-secret</b></div>',
  'parts of a text': '<b>very</b><i>-se</i>cret',
  'letters in other letters': '<p style="text-transform: uppercase">very-secret</p>',
  'letters far from each other': '<p>v e r <b>y</b> <b>-</b> s e c r e t</p>',
  'letters with marks that nobody sees': '<p>very&shy;-se&#x200b;cret</p>',
  'a percent code': '<p>very%2Dsecret</p>',
  'an editable text': '<div contenteditable style="">very-secret</div>',
  'cells of a table': '<table><tr><td>very<td>-secret</table>',
  'a first letter': '<p class="first">very-secret</p>',
  'a formula': '<math><mi>very-secret</mi></math>',
  'a summary': '<details><summary style="list-style: none">very-secret</summary></details>',
  'a frame': '<iframe srcdoc="<p>very-secret</p>"></iframe>',
  'a closed root in a frame': `<iframe srcdoc="<div id=inner></div><script>inner.attachShadow({ mode: 'closed' }).innerHTML = 'very-secret'</script>"></iframe>`,
  'a frame of another site': '<iframe id="apart"></iframe>',
  'no secret at all': '<p>secret</p>',
};
const ROW_HEIGHT = 40;

const rowsOf = (ways: Readonly<Record<string, string>>) =>
  Object.values(ways).map((html, row) => `<div class="row" style="top: ${row * ROW_HEIGHT}px">${html}</div>`);

const runner = useRunner({
  '/ways': `<title>Ways</title><style>body { margin: 0; height: 2100px; color: black }
    .row { position: absolute; width: 500px; height: 30px; overflow: hidden; font: 20px sans-serif }
    .row * { font: inherit } p { margin: 0 } iframe, input, select, textarea { border: 0; padding: 0; background: white; color: black }
    ::placeholder { color: black } optgroup { color: black }
    .attribute::before { content: attr(data-key) } .variable::after { content: var(--key) } .half::before { content: 'very-' }
    #literal::before { content: 'very-secret'; color: black !important; background: white !important }
    .marker::marker { content: attr(data-key) } .first::first-letter { font-size: 25px }</style>
    ${rowsOf(WAYS).join('')}<script>${SHADOW}
      const inside = '<style>input { color: black; border: 0; background: white }</style>';
      filled.value = 'very-secret';
      shadow('closed', '<b>very-secret</b>');
      shadow('field', inside + '<input value="very-secret">');
      shadow('generated', '<style>:host::before { content: "very-secret" } p::after { content: "very-secret" }</style><p></p>');
      shadow('slotted', '<i>very</i><slot></slot>');
      apart.src = '//localhost:' + location.port + '/apart';
    </script>`,
  '/apart': '<style>body { margin: 0 }</style><p>very-secret</p>',
  '/canvas': '<title>Canvas</title><canvas></canvas>',
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

function isDark({ at }: Pixels, top: number): boolean {
  for (let y = top; y < top + 30; y++)
    for (let x = 0; x < 300; x++) if (at(x, y).every(colour => colour < 60)) return true;
  return false;
}

async function take(args: object): Promise<Buffer> {
  const { base64 } = await runner.app.client.call(
    'getScreenshot',
    { format: 'png', maxWidth: 4_096, ...args },
    Picture,
  );
  return Buffer.from(base64, 'base64');
}

const look = async (args: object): Promise<Pixels> => readPng(await take(args));

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
    // Large pictures take a busy machine so long to decode that the service meanwhile closes the connection.
    const [now, wholeNow] = [await take({}), await take({ fullPage: true })];
    const [ofRun, wholeOfRun] = await Promise.all(
      actions.slice(-2).map(({ screenshot }) => pictureOf(runId, screenshot)),
    );
    const pictures = { ofRun, wholeOfRun, now: await readPng(now), wholeNow: await readPng(wholeNow) };
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
    const taken = await Promise.all([take({}), take({ fullPage: true }), take({ locator: "getByLabel('Key')" })]);
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
    const pictures = await Promise.all(taken.map(readPng));
    expect(pictures.map(picture => isCovered(picture, 0))).toEqual([true, true, true]);
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
  // Of the first line, the words before the secret are still to be read.
  expect([0, 100, 200, 300, 400].map(top => isDark(picture, top))).toEqual([true, false, false, true, false]);
});

test('a secret is covered in pictures however a page draws it, in shadow roots and frames too', async () => {
  const frames = "[...document.querySelectorAll('[srcdoc]')].map(frame => frame.contentWindow)";
  const isAsBefore = `document.documentElement.outerHTML === window.was &&
    [window, ...${frames}].every(each => each.CSS.highlights.size === 0)`;
  const { outcome, runId, actions } = await run([
    { type: 'visit', url: '/ways?key={{secret.KEY}}' },
    { type: 'assert', matcher: 'toBeVisible', locator: "frameLocator('#apart').getByText('very-secret')" },
    { type: 'script', code: 'window.was = document.documentElement.outerHTML' },
    { type: 'screenshot', fullPage: true },
    { type: 'assert', matcher: 'toPassScript', expected: isAsBefore },
  ]);
  expect(outcome).toBe('passed');
  const picture = await pictureOf(runId, actions.at(-2)?.screenshot);
  expect(Object.keys(WAYS).filter((_, row) => isDark(picture, row * ROW_HEIGHT))).toEqual(['no secret at all']);
});

test('a picture of a canvas says that secrets in it cannot be covered, once the page was given any', async () => {
  const shot = { type: 'screenshot' };
  const note = 'The page shows a canvas, in which secrets cannot be covered.';
  const before = await run([{ type: 'visit', url: '/canvas' }, shot]);
  expect(before.actions.at(-1)).not.toHaveProperty('screenshotNote');
  const { actions } = await run([{ type: 'visit', url: '/canvas?key={{secret.KEY}}' }, shot]);
  expect(actions.at(-1)).toMatchObject({ screenshot: expect.any(String), screenshotNote: note });
  expect(await runner.call('getScreenshot', { as: 'file' })).toMatchObject({ note });
  expect(await runner.call('performAction', { action: shot })).toMatchObject({ screenshotNote: note });
});

test('a text that a test makes of a secret is masked as the secret is', async () => {
  const value = '{{ $join($reverse($split(secret.KEY, "")), "") }}';
  const missing = { type: 'assert', matcher: 'toHaveTitle', expected: value, timeoutMs: 50 };
  const failed = await run([missing]);
  expect(JSON.stringify(failed)).not.toContain('terces');
});
