/**
 * What a page announces right before an action on it. The document that reports where the element is brings it in the
 * same answer, so that no action needs a call of its own; where that is not asked, the page is asked separately.
 */
import type { Page } from 'playwright';
import { contextOf, type FramePart, pageOf } from '../../playwright/engine-parts.ts';
import { implOf } from '../../playwright/impl-of.ts';

const enabled = new WeakSet<object>();
const awaited = new WeakMap<object, NewsBefore>();

export const enableNewsBefore = (context: object): void => void enabled.add(context);

class NewsBefore {
  #news: Promise<unknown> | undefined;
  readonly #ask: () => Promise<unknown>;

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  tell(news: unknown): void {
    this.#news ??= Promise.resolve(news);
  }

  read(): Promise<unknown> {
    this.#news ??= this.#ask();
    return this.#news;
  }
}

/** @param ask asks the page separately; called at once, unless the next action on an element brings the answer. */
export function newsBeforeAction(page: Page, ask: () => Promise<unknown>): Pick<NewsBefore, 'read'> {
  const news = new NewsBefore(ask);
  const impl = implOf(page);
  const context = impl && contextOf(impl);
  if (impl !== undefined && context !== undefined && enabled.has(context)) awaited.set(impl, news);
  else news.read();
  return news;
}

export const wantsNews = (frame: FramePart): boolean =>
  awaited.has(pageOf(frame)) && pageOf(frame).mainFrame() === frame;

/** For actions that do not go through our engine, or act in a frame. */
export function askNewsNow(frame: FramePart): void {
  const page = pageOf(frame);
  awaited.get(page)?.read();
  awaited.delete(page);
}

export function reportNews(frame: FramePart, news: unknown): void {
  const page = pageOf(frame);
  awaited.get(page)?.tell(news);
  awaited.delete(page);
}
