import type { Locator } from '../../model/locator/locator.ts';
import type { CallOptions } from '../../model/protocol/app-window.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { askPage } from '../browser/session/page-calls.ts';
import { wayTo } from '../page/document/way-to.ts';

/** To the first element that is found; undefined where there is none. In a frame it leads to that frame. */
export const wayInPage = (session: AppSession, locator: Locator, options: CallOptions): Promise<number[] | undefined> =>
  askPage(session, options, async () => {
    const found = session.locate(locator).first();
    if ((await found.count()) === 0) return undefined;
    let element = await found.elementHandle();
    for (let frame = await element?.ownerFrame(); frame?.parentFrame(); frame = frame.parentFrame())
      element = await frame.frameElement();
    return await element?.evaluate(wayTo);
  });
