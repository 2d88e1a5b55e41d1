import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { middleOf, move, openRecordedCases, type RecordedCase } from '../../support/recorded-cases.ts';

const CASES: RecordedCase[] = [
  {
    page: 'closebymousedown',
    title: 'an item of a menu that goes when it is pressed',
    does: async page => {
      await page.getByRole('button', { name: 'Menu' }).click();
      const item = await middleOf(page, '#it');
      await page.mouse.click(item.x, item.y);
    },
    result: /^logout$/,
    types: ['click', 'click'],
  },
  {
    page: 'mousedownlist',
    title: 'a suggestion that goes when it is pressed',
    does: async page => {
      await page.getByPlaceholder('Search').click();
      await page.keyboard.type('b');
      const item = await middleOf(page, '.o >> nth=0');
      await page.mouse.click(item.x, item.y);
    },
    result: /^Berlin$/,
    types: ['fill', 'click'],
  },
  {
    page: 'dndpointer',
    title: 'a thing that follows the pointer onto another',
    does: async page => move(page, await middleOf(page, '#box'), await middleOf(page, '#zone')),
    result: /^dropped in$/,
    types: ['drag'],
  },
  {
    page: 'slider',
    title: 'the thumb of a slider that a page draws',
    does: async page => {
      const [thumb, track] = [await middleOf(page, '#th'), await middleOf(page, '#tr')];
      await move(page, thumb, track);
    },
    result: /^v[456]$/,
    types: ['drag'],
  },
  {
    page: 'switch',
    title: 'a switch whose box cannot be seen',
    does: page => page.locator('.sw span').first().click(),
    result: /^wifi true$/,
    types: ['check'],
  },
  {
    page: 'focusblur',
    title: 'a field that is entered and left',
    does: async page => {
      await page.locator('#m').click();
      await page.locator('#t').click();
    },
    result: /^required$/,
    types: ['click', 'click'],
  },
  {
    page: 'otp',
    title: 'boxes of one character each',
    does: async page => {
      await page.getByLabel('Digit 1').click();
      await page.keyboard.type('1234', { delay: 20 });
    },
    result: /^1234$/,
    types: ['press', 'press', 'press', 'press'],
  },
  {
    page: 'terminal',
    title: 'a terminal, which takes each key from a field that nobody sees',
    does: async page => {
      await page.locator('#screen').click();
      await page.keyboard.type('ls  -l', { delay: 20 });
      await page.keyboard.press('Backspace');
      await page.keyboard.type('a\npwd', { delay: 20 });
      // As a composition of two keys does.
      await page.keyboard.insertText('é');
      await page.getByRole('button').click();
    },
    result: /^"ls {2}-a\\npwdé"$/,
    types: ['click', 'fill', 'click'],
  },
  {
    page: 'codearea',
    title: 'an editor that moves each line out of a field that nobody sees',
    does: async page => {
      await page.locator('#lines').click();
      await page.keyboard.type('one two\nthree', { delay: 20 });
      await page.getByRole('button').click();
    },
    result: /^\["one two","three"\]$/,
    types: ['click', 'fill', 'click'],
  },
  {
    page: 'keyeditor',
    title: 'an editor that is no field and takes the keys themselves',
    does: async page => {
      await page.getByRole('textbox').click();
      await page.keyboard.type('one two\nthree', { delay: 20 });
      await page.getByRole('button').click();
    },
    result: /^"one two\\nthree"$/,
    types: ['click', 'fill', 'click'],
  },
  {
    page: 'closedbrackets',
    title: 'an editor that closes a bracket by itself, and takes back the one that is typed over it',
    does: async page => {
      await page.getByRole('textbox').click();
      await page.keyboard.type('(x)', { delay: 20 });
      await page.getByRole('button').click();
    },
    result: /^"\(x\)"$/,
    types: ['fill', 'click'],
  },
  {
    page: 'otpkeyup',
    title: 'boxes of one character each that act on the key alone',
    does: async page => {
      await page.getByLabel('Digit 1').click();
      await page.keyboard.type('1234', { delay: 20 });
    },
    result: /^1234$/,
    types: ['press', 'press', 'press', 'press'],
  },
  {
    page: 'hoverwidth',
    title: 'a button that gets its width only while the mouse is over what holds it',
    does: async page => {
      const field = await middleOf(page, '.n');
      await page.mouse.move(field.x, field.y);
      const button = await middleOf(page, '[role=button]');
      await page.mouse.click(button.x, button.y);
    },
    result: /^more$/,
    types: ['hover', 'click'],
  },
  {
    page: 'track',
    title: 'a track on which the place says how much',
    does: async page => {
      const { x, y } = await middleOf(page, '#tr');
      await page.mouse.click(x + 90, y);
    },
    result: /^v8$/,
    types: ['click'],
  },
  {
    page: 'backdrop',
    title: 'what is around a dialog',
    does: async page => {
      await page.getByRole('button', { name: 'Open' }).click();
      await page.mouse.click(100, 100);
    },
    result: /^closed$/,
    types: ['click', 'click'],
  },
  {
    page: 'stars',
    title: 'stars whose fields are one pixel below something else',
    does: async page => {
      const star = await middleOf(page, 'label >> nth=1');
      await page.mouse.click(star.x, star.y);
    },
    result: /^2$/,
    types: ['check'],
  },
  {
    page: 'rangekeys',
    title: 'keys that a page takes for its slider',
    does: async page => {
      await page.getByRole('slider').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
    },
    result: /^v40 \| v50$/,
    types: ['press', 'press'],
  },
  {
    page: 'releaselist',
    title: 'an option that is chosen when the mouse is let go, and is gone then',
    does: async page => {
      await page.getByRole('button').click();
      await page.getByRole('option', { name: 'Large' }).click();
    },
    result: /^size Large$/,
    types: ['click', 'click'],
  },
  {
    page: 'chips',
    title: 'the cross in a chip',
    does: page => page.locator('svg').nth(1).click(),
    result: /^without Blue$/,
    types: ['click'],
    locator: "getByRole('button', { name: 'Blue' }).getByTestId('CancelIcon')",
  },
  {
    page: 'shadowselect',
    title: 'an option of a list in a part of the page of its own',
    does: async page => {
      await page.getByLabel('Size').focus();
      await page.keyboard.press('ArrowDown');
    },
    result: /^size Large$/,
    types: ['select'],
  },
  {
    page: 'hiddenicon',
    title: 'a stroke of the cross in a chip that is hidden from who listens to the page',
    does: page => page.locator('path').nth(1).click(),
    result: /^without Blue$/,
    types: ['click'],
    locator: "getByRole('button', { name: 'Blue' }).locator('svg')",
  },
  {
    page: 'thumbbeside',
    title: 'the thumb of a slider that lies on its track, but is no part of that',
    does: async page => {
      const thumb = await middleOf(page, '#thumb');
      await move(page, thumb, { x: thumb.x + 70, y: thumb.y });
    },
    result: /^v6$/,
    types: ['drag'],
  },
  {
    page: 'twocalendars',
    title: 'a day of the calendar that is open, of which there is another one',
    does: async page => {
      await page.getByLabel('Until').click();
      await page.getByLabel('March 5').nth(1).click();
    },
    result: /^Until March 5$/,
    types: ['click', 'click'],
    locator: "getByLabel('March 5', { exact: true }).visible()",
  },
  {
    page: 'answeredform',
    title: 'a form that the page draws anew once its service has answered',
    does: page => addTwo(page, 'Item', () => page.keyboard.press('Enter'), 'added'),
    result: /^added one \| added two$/,
    types: ['fill', 'press', 'assert', 'fill', 'press'],
  },
  {
    page: 'emptiedlater',
    title: 'a field that the page empties once its service has answered',
    does: page => addTwo(page, 'Message', () => page.getByRole('button').click(), 'sent'),
    result: /^sent one \| sent two$/,
    types: ['fill', 'click', 'assert', 'fill', 'click'],
  },
  {
    page: 'emptiedatonce',
    title: 'a field that the page empties at once',
    does: page => addTwo(page, 'Item', () => page.keyboard.press('Enter'), 'added'),
    result: /^added one \| added two$/,
    types: ['fill', 'press', 'fill', 'press'],
  },
  {
    page: 'emptiedatonce',
    title: 'the same letter typed again into a field that the page empties',
    async does(page) {
      for (const done of ['added x', 'added x | added x']) {
        await page.getByLabel('Item').press('x');
        await page.keyboard.press('Enter');
        await page.getByText(done, { exact: true }).waitFor();
      }
    },
    result: /^added x \| added x$/,
    types: ['fill', 'press', 'fill', 'press'],
  },
  {
    page: 'takenback',
    title: 'two options of a list that goes back to its first one after each',
    async does(page) {
      await page.getByLabel('Colour').selectOption('Red');
      await page.getByLabel('Colour').selectOption('Blue');
    },
    result: /^added Red \| added Blue$/,
    types: ['select', 'select'],
  },
  {
    page: 'takenback',
    title: 'two files for a field that the page empties after each',
    async does(page) {
      for (const name of ['one.txt', 'two.txt'])
        await page.getByLabel('Photo').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    },
    result: /^added one.txt \| added two.txt$/,
    types: ['upload', 'upload'],
  },
  {
    page: 'takenback',
    title: 'tags in a field that the page empties at each comma',
    async does(page) {
      await page.getByLabel('Tags').click();
      await page.keyboard.type('red,blue,', { delay: 20 });
    },
    result: /^added red \| added blue$/,
    types: ['fill', 'fill'],
  },
  {
    page: 'takenback',
    title: 'two days for a field that the page empties after each',
    async does(page) {
      for (const day of ['2026-03-05', '2026-03-06']) await page.getByLabel('Day').fill(day);
    },
    result: /^added 2026-03-05 \| added 2026-03-06$/,
    types: ['fill', 'fill'],
  },
  {
    page: 'chatbox',
    title: 'messages in a field of several lines that are sent by Enter',
    does: page => sendTwo(page, 'Message'),
    result: /^sent one \| sent two$/,
    types: ['fill', 'press', 'fill', 'press'],
  },
  {
    page: 'chatbox',
    title: 'answers in an editable part that are sent by Enter',
    does: page => sendTwo(page, 'Answer'),
    result: /^sent one \| sent two$/,
    types: ['fill', 'press', 'fill', 'press'],
  },
  {
    page: 'chatbox',
    title: 'letters in an editable part that is emptied a while after Enter',
    does: page => sendTwo(page, 'Letter', '<p><br></p>'),
    result: /^sent one \| sent two$/,
    types: ['fill', 'press', 'assert', 'fill', 'press'],
  },
  {
    page: 'essay',
    title: 'paragraphs of an essay, one of them empty',
    async does(page) {
      await page.getByLabel('Essay').click();
      await page.keyboard.type('one\ntwo\n\nthree', { delay: 20 });
    },
    result: /^¶one ¶two ¶ ¶three$/,
    types: ['fill'],
  },
  {
    page: 'chatbox',
    title: 'notes in an editor that breaks lines by itself',
    async does(page) {
      await page.getByLabel('Notes').click();
      await page.keyboard.type('one\ntwo', { delay: 20 });
    },
    result: /^"one\\ntwo"$/,
    types: ['fill'],
  },
];

async function sendTwo(page: Page, field: string, empty?: string): Promise<void> {
  await page.getByLabel(field).click();
  for (const text of ['one', 'two']) {
    await page.keyboard.type(text, { delay: 20 });
    await page.keyboard.press('Enter');
    await page.getByText(`sent ${text}`).waitFor();
    if (empty !== undefined) await expect.poll(() => page.getByLabel(field).innerHTML()).toBe(empty);
  }
}

async function addTwo(page: Page, field: string, send: () => Promise<void>, done: string): Promise<void> {
  for (const text of ['one', 'two']) {
    await page.getByLabel(field).click();
    await page.keyboard.type(text);
    await send();
    await page.getByText(`${done} ${text}`).waitFor();
  }
}

/** Each costs two seconds: one for what is pressed, dragged and ticked. */
const IN_GATE = ['mousedownlist', 'slider', 'switch'];

describe('a recording of what pages make hard', () => {
  let cases: Awaited<ReturnType<typeof openRecordedCases>>;
  beforeAll(async () => {
    cases = await openRecordedCases();
  });
  afterEach(() => cases.stopRecording());
  afterAll(() => cases[Symbol.asyncDispose]());

  it.each(CASES.filter(({ page }) => IN_GATE.includes(page)))('of $title does the same when it is repeated', each =>
    cases.repeat(each),
  );
  it.each(CASES.filter(({ page }) => !IN_GATE.includes(page)))(
    'of $title does the same when it is repeated',
    { tags: 'full' },
    each => cases.repeat(each),
  );
});
