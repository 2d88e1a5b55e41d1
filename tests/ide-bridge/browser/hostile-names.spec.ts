import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { openApp, opening, servePages, within } from './app-fixture.ts';

const texts = Object.values(HOSTILE_TEXTS);

const pages = await servePages({ '/': '<title>Empty</title><body></body>' });
afterAll(() => pages[Symbol.asyncDispose]());
const app = openApp();
afterAll(() => app[Symbol.asyncDispose]());
beforeAll(async () => {
  await app.app.navigate('/', opening(pages.origin), within());
});

const made = (tag: string, fields: string) => `Object.assign(document.createElement('${tag}'), { ${fields} })`;

// Each makes an element of `text`.
test.each([
  ['text', made('button', 'textContent: text')],
  ['text of a link', made('a', "href: '#', textContent: text")],
  ['aria-label', made('button', "textContent: 'x', ariaLabel: text")],
  ['placeholder', made('input', 'placeholder: text')],
  ['title', made('button', 'title: text')],
  ['alternative text', made('img', 'alt: text, width: 9, height: 9')],
  ['value', made('input', "ariaLabel: 'Same', value: text")],
  [
    'label',
    `(label => { label.append(document.createElement('input')); return label; })(${made('label', 'textContent: text')})`,
  ],
  [
    'test id',
    `(box => { box.dataset.testid = text; box.style.cursor = 'pointer'; return box; })(${made('div', "textContent: 'same'")})`,
  ],
])(
  'an element with a hostile %s is found by the locator that it is listed with',
  { tags: 'full' },
  async (_way, element) => {
    const page = app.session.requirePage();
    await page.evaluate(`document.body.replaceChildren(...${JSON.stringify(texts)}.map((text, number) => {
    const element = ${element};
    (element.querySelector('input') ?? element).dataset.number = number;
    return element;
  }))`);
    const { elements } = await app.app.elements({ interactiveOnly: false, limit: 1_000, boxes: false }, within());
    const found = new Set<string>();
    for (const { locator } of elements) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(locator).not.toMatch(/\{\{|[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
      // One of them, or this would throw.
      const number = await app.session.locate(parseLocator(locator)).getAttribute('data-number');
      if (number !== null) found.add(number);
    }
    expect([...found].sort()).toEqual(texts.map((_text, number) => String(number)).sort());
  },
);
