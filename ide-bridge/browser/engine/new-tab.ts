/** The tab that a press opens is known of only once it asks for its address; Playwright takes longer than that to press. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ScoutPage } from './ask-scout.ts';
import type { Progress, RequestPart } from './playwright-parts.ts';

/** A window that the browser refuses, or that becomes a download, was announced and never comes. */
const MOST_MS = 500;

interface NewTab extends Disposable {
  /** Resolves at once where the document has announced no tab. To be asked after the document has answered something. */
  arrived(progress: Progress): Promise<void>;
}

/** Watches for tabs that a document opens, from before the press that may do so. */
export function watchNewTab({ frame, world }: ScoutPage): NewTab {
  const { _page: page } = frame;
  const { browserContext: context } = page;
  const session = world.delegate._client;
  let isAnnounced = false;
  let arrive = () => {};
  const arrival = new Promise<void>(resolve => {
    arrive = resolve;
  });
  const announce = () => {
    isAnnounced = true;
  };
  const ask = (request: RequestPart) => {
    if (request.isNavigationRequest() && request.frame()?._page !== page) arrive();
  };
  session.on('Page.windowOpen', announce);
  context.on('request', ask);
  context.on('page', arrive);
  return {
    async arrived(progress) {
      if (isAnnounced) await progress.race(Promise.race([arrival, pause(MOST_MS, undefined, { ref: false })]));
    },
    [Symbol.dispose]() {
      session.off('Page.windowOpen', announce);
      context.off('request', ask);
      context.off('page', arrive);
    },
  };
}
