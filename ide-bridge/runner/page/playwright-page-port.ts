import { seeElement } from '../../browser/in-page/element-sight.ts';
import { startClock } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { coveringElement } from './covering-element.ts';
import { dragElement } from './drag-element.ts';
import { lookAt } from './page-answers.ts';
import { actOnElement, actOnPage } from './page-deeds.ts';
import type { PagePort } from './page-port.ts';
import { performTask, requireAnswer } from './page-task.ts';
import { waitForAddress, waitForState, waitOn } from './page-waits.ts';
import { sendRequest } from './send-request.ts';
import { surroundings } from './surroundings.ts';
import { createTabs } from './tabs.ts';
import { takeDownload } from './take-download.ts';

const STEADY = { animations: 'disabled', caret: 'hide', scale: 'css' } as const;

/** The current page of a session as the runner uses it. */
export function createPagePort(session: AppSession): PagePort {
  return {
    tabs: createTabs(session),
    find: locator => ({ locator }),
    act: actOn(session),
    drag: (found, target, limits) => dragElement(session, { found, target }, limits),
    answerNextDialog: answer => session.dialogs.answerNext(answer),
    expectDownload() {
      const expected = session.downloads.expectNext();
      return { take: limits => takeDownload(expected, limits), drop: expected.drop };
    },
    send: (call, limits) => sendRequest(session, call, limits),
    actOnPage: (deed, limits) => actOnPage(session, deed, limits),
    see: seeOn(session),
    look: lookAt(session),
    wait: waitOn(session),
    waitForState: (state, limits) => waitForState(session, state, limits),
    waitForAddress: (address, base, limits) => waitForAddress(session, { address, base }, limits),
    surroundings: (found, signal) => surroundings(session, found.locator, signal),
    coveringElement: (found, signal) => coveringElement(session, found.locator, signal),
    picture: ({ fullPage, isSteady = false, found }, limits) =>
      performTask(session, {
        limits,
        found,
        work: async (page, { timeoutMs, signal }) => {
          await requireAnswer(session, signal);
          const options = { type: 'png', timeout: timeoutMs, signal, ...(isSteady ? STEADY : {}) } as const;
          const take = () =>
            found === undefined
              ? page.screenshot({ ...options, fullPage })
              : session.locate(found.locator, page).screenshot(options);
          return session.pictures.take(page, signal, () => session.secretFields.covered(page, take));
        },
      }),
  };
}

const actOn =
  (session: AppSession): PagePort['act'] =>
  (found, deed, limits) =>
    performTask(session, {
      limits,
      found,
      work: async (page, bounded) => {
        const element = session.locate(found.locator, page);
        const remaining = startClock(bounded.timeoutMs);
        if ('isSecret' in deed && deed.isSecret) {
          await element.waitFor({ state: 'attached', timeout: remaining(), signal: bounded.signal });
          await session.secretFields.add(page, element);
        }
        await actOnElement({ element, found }, deed, { ...bounded, timeoutMs: remaining() });
      },
    });

const seeOn =
  (session: AppSession): PagePort['see'] =>
  (found, limits) =>
    performTask(session, {
      limits,
      found,
      isLook: true,
      work: (page, { timeoutMs, signal }) => {
        const { testIdAttribute } = session;
        return seeElement(session.locate(found.locator, page), { testIdAttribute, timeout: timeoutMs, signal });
      },
    });
