/** A tab that a press opens is known only once it requests its address; Playwright's press takes longer than that. */
import { setTimeout as pause } from 'node:timers/promises';
import { isRequestOf, type Progress, pageOf, type RequestPart } from '../../playwright/engine-parts.ts';
import { windowNews } from '../../playwright/utility-world.ts';
import type { ScoutPage } from './ask-scout.ts';

/** A window that the browser refuses, or that becomes a download, was announced and never comes. */
const MOST_MS = 500;

interface NewTab extends Disposable {
  /** Resolves at once where the document announced no tab. Ask only after an answer of the document. */
  arrived(progress: Progress): Promise<void>;
}

export function watchNewTab({ frame, world }: ScoutPage): NewTab {
  const page = pageOf(frame);
  const { browserContext: context } = page;
  const news = windowNews(world);
  let isAnnounced = false;
  let arrive = () => {};
  const arrival = new Promise<void>(resolve => {
    arrive = resolve;
  });
  const announce = () => {
    isAnnounced = true;
  };
  const ask = (request: RequestPart) => {
    if (request.isNavigationRequest() && !isRequestOf(page, request)) arrive();
  };
  news.on('Page.windowOpen', announce);
  context.on('request', ask);
  context.on('page', arrive);
  return {
    async arrived(progress) {
      if (isAnnounced) await progress.race(Promise.race([arrival, pause(MOST_MS, undefined, { ref: false })]));
    },
    [Symbol.dispose]() {
      news.off('Page.windowOpen', announce);
      context.off('request', ask);
      context.off('page', arrive);
    },
  };
}
