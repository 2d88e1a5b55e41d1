// @module-tag full
import { expect, test } from 'vitest';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { within } from './app-fixture.ts';
import { rows, useListedPage } from './listed-page.ts';

const depthOf = (url = '') => Number(new URL(url, 'http://x').searchParams.get('deeper'));

const listed = useListedPage({
  '/shown': ({ url = '' }, response) => {
    const name = new URL(url, 'http://x').searchParams.get('name') ?? '';
    response.setHeader('content-type', 'text/html').end(`<title>Frame</title><button>${name}</button>`);
  },
  '/nested': ({ url }, response) => {
    const deeper = depthOf(url);
    const inner = deeper === 0 ? '' : `<iframe src="/nested?deeper=${deeper - 1}"></iframe>`;
    response.setHeader('content-type', 'text/html').end(`<button>${deeper} deeper</button>${inner}`);
  },
});

const frame = (name: string) => `<iframe title="${name}" src="/shown?name=${name}"></iframe>`;
const named = (start: number, count: number) => rows(count, index => frame(`n${start + index}`));
const names = (elements: readonly { name: string }[]) => elements.map(({ name }) => name);

test('a listing looks into the frames in view first, then into the others in reading order', async () => {
  await listed.show(`${named(0, 60)}<div style="position: fixed; top: 0">${frame('here')}</div>`);
  const listing = await listed.list({ limit: 1_000, role: 'button' });
  const shown = names(listing.elements);
  expect(shown).toHaveLength(40);
  expect(shown).toContain('here');
  expect(shown.filter(name => name !== 'here')).toEqual(Array.from({ length: 39 }, (_, index) => `n${index}`));
  expect(listing.leftOutFrames).toEqual({ first: "getByTitle('n39', { exact: true })", count: 21 });
  await listed.expectRightLocators(listing);
});

test('a frame that was left out is listed on request, and all frames once they are few enough', async () => {
  await listed.show(named(0, 60));
  const { leftOutFrames } = await listed.list();
  const inFrame = await listed.list({ within: parseLocator(leftOutFrames?.first ?? '') });
  expect(names(inFrame.elements)).toEqual(['n40']);
  const button = parseLocator("frameLocator('iframe[title=\"n59\"]').getByRole('button')");
  expect(names((await listed.list({ within: button })).elements)).toEqual(['n59']);
  await listed.page.evaluate(
    "for (const frame of [...document.querySelectorAll('iframe')].slice(0, 30)) frame.remove()",
  );
  const rest = await listed.list({ limit: 1_000, role: 'button' });
  expect(names(rest.elements)).toEqual(Array.from({ length: 30 }, (_, index) => `n${index + 30}`));
  expect(rest.leftOutFrames).toBeUndefined();
});

test('a listing of nested frames covers the outer ones with valid locators and names the first left out', async () => {
  await listed.show('<iframe src="/nested?deeper=59"></iframe>');
  await expect.poll(() => listed.page.frames().length, { timeout: 60_000 }).toBe(61);
  const { elements, leftOutFrames } = await listed.list({ limit: 1_000, role: 'button' });
  expect(names(elements)).toEqual(Array.from({ length: 10 }, (_, index) => `${59 - index} deeper`));
  expect(leftOutFrames?.count).toBe(50);
  for (const { locator } of elements) parseLocator(locator);
  const inner = await listed.list({ within: parseLocator(leftOutFrames?.first ?? ''), role: 'button' });
  expect(names(inner.elements)[0]).toBe('49 deeper');
});

test('page info lists the first 50 frames and says how many there are', async () => {
  await listed.show(named(0, 60));
  const info = await listed.app.app.info(within(60_000));
  expect([info.frames.length, info.frameCount]).toEqual([50, 60]);
  await listed.show(named(0, 3));
  const few = await listed.app.app.info(within(60_000));
  expect([few.frames.length, few.frameCount]).toEqual([3, undefined]);
});
