/** Tells what is typed into password fields, which only the page knows for sure, without a question of its own. */
import type { Page } from 'playwright';
import { type FramePart, implOf, isObject } from './playwright-parts.ts';

const listeners = new WeakMap<object, () => void>();

/** Calls as soon as a text was put into a password field of the page, until it is disposed. */
export function hearPassword(page: Page, listener: () => void): Disposable {
  const impl = implOf(page);
  if (isObject(impl)) listeners.set(impl, listener);
  return {
    [Symbol.dispose]: () => {
      if (isObject(impl)) listeners.delete(impl);
    },
  };
}

export const reportPassword = ({ _page: page }: FramePart): void => listeners.get(page)?.();
