import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { Author } from '../support/author.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

interface SharedApp {
  readonly app: TestApp;
  /** Somebody else, who works by the tool API. */
  readonly author: Author;
  /** A module and a test with the actions, which no other spec knows; its path in the page. */
  newTest(actions: readonly object[], name?: string): Promise<Place>;
}

export interface Place {
  moduleCode: string;
  testCode: string;
  path: string;
}

interface AppOptions extends NonNullable<Parameters<typeof startTestApp>[0]> {
  /** Whether each spec gets a project of its own. Default: those of a file share one. */
  isAnew?: boolean;
}

/** One service with one project for the specs of a file, or for each of them. */
export function useApp({ isAnew = false, ...options }: AppOptions = {}): SharedApp {
  let app: TestApp | undefined;
  const start = async () => {
    app = await startTestApp({ withIde: false, ...options });
  };
  const end = async () => {
    await app?.[Symbol.asyncDispose]();
  };
  if (isAnew) {
    beforeEach(async () => {
      await start();
      // After the pages of the spec.
      onTestFinished(end);
    });
  } else {
    beforeAll(start);
    afterAll(end);
  }
  const started = () => {
    if (app === undefined) throw new Error('The service has not started.');
    return app;
  };
  return {
    get app() {
      return started();
    },
    get author() {
      return new Author(started().client);
    },
    async newTest(actions, name = 'Valid user') {
      const author = new Author(started().client);
      const { moduleCode } = await author.module('Sign in');
      const { testCode } = await author.test(moduleCode, name, { actions });
      return { moduleCode, testCode, path: `/p/shop/main/modules/${moduleCode}/${testCode}` };
    },
  };
}

/** Adds an action of the kind that is found first, as far as to its form. */
export async function beginAction(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add action' }).click();
  await page.getByRole('combobox', { name: 'Find a kind of action' }).fill(kind);
  await page.keyboard.press('Enter');
}

export const comments = (...words: string[]) => words.map(text => ({ type: 'comment', text }));

/** A busy machine may take long to draw. */
export const eventually = { timeout: 45_000 };

/** Rows of the open test, without those that only say something about the row above. */
export const rowsOf = (page: Page) => page.getByRole('grid', { name: 'Actions' }).locator('[role=row][aria-rowindex]');

/** What the rows say, in order, the numbers left out. */
export const expectRows = (page: Page, words: readonly (string | RegExp)[]) =>
  expect
    .poll(async () => (await rowsOf(page).allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim()), eventually)
    .toEqual(words.map(word => expect.stringMatching(word)));
