import type { ElementLook } from '../../../model/locator/element-look.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { seeElement } from '../../browser/reading/element-sight.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import type { Limits } from './limits.ts';
import { onCurrentPage, requireAnswer } from './on-current-page.ts';

/** No caret, and animations at their end. */
const STEADY = { animations: 'disabled', caret: 'hide', scale: 'css' } as const;

/** Text is still sharp. */
const JPEG_QUALITY = 75;

interface PictureWanted {
  fullPage?: boolean;
  isSteady?: boolean;
  format?: 'png' | 'jpeg' | undefined;
  locator?: Locator | undefined;
}

interface PageLook {
  bytes: Uint8Array;
  /** What may show secrets that could not be covered. */
  note?: { screenshotNote: string };
}

/** Secrets are covered. */
export const takePicture = (
  session: AppSession,
  { fullPage = false, isSteady = false, format = 'png', locator }: PictureWanted,
  limits: Limits,
): Promise<PageLook> =>
  onCurrentPage(session, {
    limits,
    locator,
    work: async (page, { timeoutMs, signal }) => {
      await requireAnswer(session, signal);
      const how = format === 'jpeg' ? ({ type: 'jpeg', quality: JPEG_QUALITY } as const) : ({ type: 'png' } as const);
      const options = { ...how, timeout: timeoutMs, signal, ...(isSteady ? STEADY : {}) };
      const take = () =>
        locator === undefined
          ? page.screenshot({ ...options, fullPage })
          : session.locate(locator, page).screenshot(options);
      const { taken: bytes, note } = await session.pictures.take(page, signal, () =>
        session.secretFields.covered(page, take),
      );
      return note === undefined ? { bytes } : { bytes, note: { screenshotNote: note } };
    },
  });

export const seeOne = (session: AppSession, locator: Locator, limits: Limits): Promise<ElementLook> =>
  onCurrentPage(session, {
    limits,
    locator,
    isLook: true,
    work: (page, { timeoutMs, signal }) => {
      const { testIdAttribute } = session;
      return seeElement(session.locate(locator, page), { testIdAttribute, timeout: timeoutMs, signal });
    },
  });
