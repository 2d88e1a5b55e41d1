import type { Page } from 'playwright';

interface UsablePage extends Disposable {
  /** Resolves once the document that came last has been there for that long, whatever of it is still under way. */
  reached: Promise<void>;
}

/** Watches for a document that can be used although it never ends to load, e.g. because of a frame without an answer. */
export function usablePage(page: Page, afterMs: number): UsablePage {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tell = () => {};
  const reached = new Promise<void>(resolve => {
    tell = resolve;
  });
  const onDocument = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, afterMs);
  };
  if (Number.isFinite(afterMs)) page.on('domcontentloaded', onDocument);
  return {
    reached,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      page.off('domcontentloaded', onDocument);
    },
  };
}
