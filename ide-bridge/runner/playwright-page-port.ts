import type { AppSession } from '../browser/app-session.ts';
import { closeMatches } from './close-matches.ts';
import { lookAt } from './page-answers.ts';
import { actOnElement, actOnPage, type Element } from './page-deeds.ts';
import type { PagePort } from './page-port.ts';
import { performTask, requireAnswer } from './page-task.ts';
import { waitForAddress, waitForState, waitOn } from './page-waits.ts';

/** The current page of a session as the runner uses it. Secret fields are left out of pictures. */
export function createPagePort(session: AppSession): PagePort {
  const secretFields: Element[] = [];
  return {
    find: locator => ({ locator }),
    act: (found, deed, limits) =>
      performTask(session, {
        limits,
        found,
        work: (page, bounded) => {
          const element = session.locate(found.locator, page);
          if ('isSecret' in deed && deed.isSecret) secretFields.push(element);
          return actOnElement(element, deed, bounded);
        },
      }),
    actOnPage: (deed, limits) => actOnPage(session, deed, limits),
    look: lookAt(session),
    wait: waitOn(session),
    waitForState: (state, limits) => waitForState(session, state, limits),
    waitForAddress: (address, base, limits) => waitForAddress(session, { address, base }, limits),
    candidates: found => closeMatches(session, found.locator),
    picture: ({ fullPage, found }, limits) =>
      performTask(session, {
        limits,
        found,
        work: async (page, { timeoutMs, signal }) => {
          await requireAnswer(session, signal);
          const mask = secretFields.filter(field => field.page() === page);
          const options = { type: 'png', mask, timeout: timeoutMs, signal } as const;
          if (found === undefined) return page.screenshot({ ...options, fullPage });
          return session.locate(found.locator, page).screenshot(options);
        },
      }),
  };
}
