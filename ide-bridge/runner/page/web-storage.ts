/** Local and session storage of the site that the current tab shows, by Playwright's own script, which no page can change. */
import type { WebStorage } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import { shownAddress } from '../../browser/logs/shown-text.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { givenTime, type Limits } from './limits.ts';
import { onCurrentPage } from './on-current-page.ts';

type WebStorageName = 'localStorage' | 'sessionStorage';

const WORDS: Readonly<Record<WebStorageName, string>> = {
  localStorage: 'local storage',
  sessionStorage: 'session storage',
};

/** Chromium's words for origins of their own, such as those of about:blank, data: and sandboxed pages, and for sites that may keep nothing. */
const DENIED = /SecurityError|Access is denied|Storage is disabled|of null \(reading/;
const FULL = /exceeded the quota|QuotaExceededError/;

/** Errors: as `onCurrentPage`; `page-error` where the page has none, or it is full. */
export const onWebStorage = <Result>(
  session: AppSession,
  of: WebStorageName,
  { limits, use }: { limits: Limits; use: (storage: WebStorage) => Promise<Result> },
): Promise<Result> =>
  onCurrentPage(session, {
    limits,
    isLook: true,
    work: async (page, own) => {
      const { timeoutMs, signal } = own;
      const late = () => new AppError('timeout', `The ${WORDS[of]} gave no answer within ${givenTime(own)}.`);
      return withinLimit(() => use(page[of]), { timeoutMs, signal, late }).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : '';
        const address = shownAddress(page.url());
        if (FULL.test(message))
          throw new AppError('page-error', `The ${WORDS[of]} of ${address} is full: a site has about 5 MB.`, {
            cause: error,
          });
        if (!DENIED.test(message)) throw error;
        throw new AppError(
          'page-error',
          `${address} has no ${WORDS[of]}: only pages of a site have one, unless the browser or the site forbids it.`,
          { cause: error },
        );
      });
    },
  });
