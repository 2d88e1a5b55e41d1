/** What a page shows of a run while it goes on and when it has ended. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { eventually } from './shared-app.ts';

export const rows = (page: Page) =>
  page.getByRole('tree', { name: 'Steps and actions of the run' }).getByRole('treeitem');
const chosen = (page: Page) => page.getByRole('treeitem', { selected: true });
const tools = (page: Page) => page.getByRole('toolbar', { name: 'This run' });
export const button = (page: Page, name: string) => tools(page).getByRole('button', { name, exact: true });
/** What holds a run is in the header. */
export const control = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Run', exact: true }).getByRole('button', { name, exact: true });
/** The execution of a run and its report lead to each other. */
export const viewLink = (page: Page, name: 'Execution' | 'Report') =>
  page.getByRole('navigation', { name: 'Views of the run' }).getByRole('link', { name });
export const details = (page: Page) => page.getByRole('region', { name: 'Details' });
export const shows = (page: Page, words: RegExp) =>
  expect.poll(async () => (await chosen(page).allInnerTexts()).join(), eventually).toMatch(words);
export const wordsOf = async (page: Page) =>
  (await rows(page).allInnerTexts()).map(text => text.replace(/\s+/g, ' ').replace(/ [\d.]+ m?s$/, ''));

export const ended = (page: Page, word: string) =>
  page
    .getByRole('region', { name: /^Run r/ })
    .locator('header')
    .getByText(word, { exact: true })
    .waitFor();

export const frameButton = (page: Page, name: string) =>
  page.getByRole('region', { name: /^Run r/ }).getByRole('button', { name, exact: true });
