/**
 * What a page announces right before something is done to it. The document that says where the element is tells it in the
 * same answer, so that no action waits for a call of its own; wherever that is not asked, the page is asked by itself.
 */
import type { Page } from 'playwright';
import { type FramePart, implOf, isObject } from './playwright-parts.ts';

const enabled = new WeakSet<object>();
const awaited = new WeakMap<object, NewsBefore>();

/** From now on what is done to elements of the context's pages goes through our engine first. */
export const enableNewsBefore = (context: object): void => void enabled.add(context);

/** Comes once, from whoever tells it first. */
class NewsBefore {
  #news: Promise<unknown> | undefined;
  readonly #ask: () => Promise<unknown>;

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  tell(news: unknown): void {
    this.#news ??= Promise.resolve(news);
  }

  /** Asks the page where no answer is known so far. */
  read(): Promise<unknown> {
    this.#news ??= this.#ask();
    return this.#news;
  }
}

/** @param ask asks the page by itself; called at once, unless the next thing that is done to an element brings the answer. */
export function newsBeforeAction(page: Page, ask: () => Promise<unknown>): Pick<NewsBefore, 'read'> {
  const news = new NewsBefore(ask);
  const impl = implOf(page);
  const context = isObject(impl) ? Reflect.get(impl, 'browserContext') : undefined;
  if (isObject(impl) && isObject(context) && enabled.has(context)) awaited.set(impl, news);
  else news.read();
  return news;
}

/** Whether the document of a frame is to tell what the page announces. */
export const wantsNews = (frame: FramePart): boolean => awaited.has(frame._page) && frame._page.mainFrame() === frame;

/** Has a page asked by itself, before something is done to it by others than our engine, or in a frame of it. */
export function askNewsNow({ _page: page }: FramePart): void {
  awaited.get(page)?.read();
  awaited.delete(page);
}

export function tellNews({ _page: page }: FramePart, news: unknown): void {
  awaited.get(page)?.tell(news);
  awaited.delete(page);
}
