import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { middleOf, move, openRecordedCases, type RecordedCase } from '../../support/recorded-cases.ts';

const CASES: RecordedCase[] = [
  {
    page: 'hiddenselect',
    title: 'an option of the list that a page has put in the place of a hidden one',
    does: page => page.getByRole('option', { name: 'Green' }).click(),
    result: /^sel Green$/,
    types: ['click'],
    locator: "getByRole('option', { name: 'Green' })",
  },
  {
    page: 'slotclick',
    title: 'the text in a component that has no control inside',
    does: page => page.getByText('Second').click(),
    result: /^Second$/,
    types: ['click'],
    locator: "getByText('Second', { exact: true })",
  },
  {
    page: 'rating',
    title: 'the fourth star of a rating that is one slider',
    async does(page) {
      const box = await page.getByRole('slider').boundingBox();
      await page.mouse.click((box?.x ?? 0) + 105, (box?.y ?? 0) + 15);
    },
    result: /^rate 4$/,
    types: ['click'],
  },
  {
    page: 'mappan',
    title: 'a map that is moved to the right',
    does: page => move(page, { x: 80, y: 120 }, { x: 200, y: 120 }),
    result: /^pan 12$/,
    types: ['drag'],
  },
  {
    page: 'gutter',
    title: 'the line between two parts, while which is dragged nothing takes the mouse',
    async does(page) {
      const { x, y } = await middleOf(page, '#gt');
      await move(page, { x, y }, { x: x + 100, y });
    },
    result: /^w 39$/,
    types: ['drag'],
  },
  {
    page: 'labelwidget',
    title: 'a day of the calendar that is in the label of its field',
    async does(page) {
      await page.getByRole('textbox').click();
      await page.getByText('5', { exact: true }).click();
    },
    result: /^March 5$/,
    types: ['click', 'click'],
    locator: "getByRole('gridcell', { name: 'March 5' })",
  },
];

describe('a recording of what is pressed and dragged', { tags: 'full' }, () => {
  let cases: Awaited<ReturnType<typeof openRecordedCases>>;
  beforeAll(async () => {
    cases = await openRecordedCases();
  });
  afterEach(() => cases.stopRecording());
  afterAll(() => cases[Symbol.asyncDispose]());

  it.each(CASES)('of $title does the same when it is repeated', each => cases.repeat(each));
});
