import { afterAll, beforeAll, expect } from 'vitest';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import type { ElementListing, ElementQuery, PageElement } from '../../../model/protocol/app-window.ts';
import { type Answer, openApp, opening, servePages, within } from './app-fixture.ts';

/** Repeats a piece of a page. */
export const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => row(index)).join('');

export const locators = ({ elements }: ElementListing): string[] => elements.map(({ locator }) => locator);

export const named = ({ elements }: ElementListing, name: string): PageElement[] =>
  elements.filter(each => each.name === name);

/** One app window for all specs of a file, which shows pages given as HTML and lists their elements. */
export class ListedPage {
  readonly app = openApp();
  #origin = '';

  async open(origin: string): Promise<void> {
    this.#origin = origin;
    await this.app.app.navigate('/', opening(origin), within());
  }

  get page() {
    return this.app.session.requirePage();
  }

  async show(html: string): Promise<void> {
    // A document of its own each time, so that nothing is left of the page before.
    await this.page.goto(this.#origin);
    await this.page.setContent(html, { waitUntil: 'load' });
  }

  list(query: Partial<ElementQuery> = {}): Promise<ElementListing> {
    return this.app.app.elements({ interactiveOnly: true, limit: undefined, boxes: false, ...query }, within(60_000));
  }

  /** Every locator leads to one element, and it is the one that the reference of the listing means. */
  async expectRightLocators({ elements }: ElementListing): Promise<void> {
    const check = async ({ ref, locator }: PageElement): Promise<void> => {
      const found = this.app.session.locate(parseLocator(locator));
      expect({ locator, count: await found.count() }).toEqual({ locator, count: 1 });
      // What takes no clicks has no reference to compare with.
      if (ref === undefined) return;
      const meant = await this.page.getByRef(ref).elementHandle();
      const same = await found.evaluate((one: unknown, other: unknown) => one === other, meant);
      expect({ locator, ref, same }).toEqual({ locator, ref, same: true });
    };
    await Promise.all(elements.map(check));
  }
}

/** Opens the window before the specs of a file, beside the pages that frames may show, and closes both after them. */
export function useListedPage(frames: Record<string, Answer> = {}): ListedPage {
  const listed = new ListedPage();
  const open: AsyncDisposable[] = [listed.app];
  beforeAll(async () => {
    const pages = await servePages({ '/': '<title>Listed</title>', ...frames });
    open.push(pages);
    await listed.open(pages.origin);
  });
  afterAll(async () => {
    for (const each of open) await each[Symbol.asyncDispose]();
  });
  return listed;
}
