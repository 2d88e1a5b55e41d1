/** A tab that a press opens is known only once it requests its address; Playwright's press takes longer than that. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ScoutPage } from './ask-scout.ts';
import type { Progress, RequestPart } from './playwright-parts.ts';

/** A window that the browser refuses, or that becomes a download, was announced and never comes. */
const MOST_MS = 500;

interface NewTab extends Disposable {
  /** Resolves at once where the document announced no tab. Ask only after an answer of the document. */
  arrived(progress: Progress): Promise<void>;
}

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
