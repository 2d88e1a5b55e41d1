/** Tells what is typed into password fields, which only the page knows for sure, without a question of its own. */
import type { Page } from 'playwright';
import { type FramePart, pageOf } from '../../playwright/engine-parts.ts';
import { implOf } from '../../playwright/impl-of.ts';

const listeners = new WeakMap<object, () => void>();

/** Calls as soon as a text was put into a password field of the page, until it is disposed. */
export function hearPassword(page: Page, listener: () => void): Disposable {
  const impl = implOf(page);
  if (impl !== undefined) listeners.set(impl, listener);
  return {
    [Symbol.dispose]: () => {
      if (impl !== undefined) listeners.delete(impl);
    },
  };
}

export const reportPassword = (frame: FramePart): void => listeners.get(pageOf(frame))?.();
