import type { BrowserContext, Page } from 'playwright';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { onCurrentPage } from '../../page/on-current-page.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

type EmulateAction = ActionOf<'emulate'>;
type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** Of windows in which a test has changed it; Playwright knows media per tab alone. */
const mediaOf = new WeakMap<BrowserContext, Media>();

export async function emulate(action: EmulateAction, context: PerformContext): Promise<Performed> {
  const { session, limits } = context;
  // What was emulated cannot all be taken back.
  session.spoilWindow('its test emulated something');
  await onCurrentPage(session, {
    limits,
    work: async page => {
      const window = page.context();
      const { width, height, latitude, longitude, permissions, network } = action;
      if (permissions !== undefined) await permit(window, permissions);
      if (latitude !== undefined && longitude !== undefined) await window.setGeolocation({ latitude, longitude });
      if (network !== undefined) await window.setOffline(network === 'offline');
      await changeMedia(window, action);
      if (width !== undefined && height !== undefined) await page.setViewportSize({ width, height });
    },
  });
  return PASSED;
}

async function permit(window: BrowserContext, permissions: readonly string[]): Promise<void> {
  await window.clearPermissions();
  await window.grantPermissions([...permissions]);
}

async function changeMedia(window: BrowserContext, action: EmulateAction): Promise<void> {
  const { colorScheme, reducedMotion, contrast, forcedColors, media } = action;
  const chosen = Object.entries({ colorScheme, reducedMotion, contrast, forcedColors, media });
  const changes: Media = Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
  if (Object.keys(changes).length === 0) return;
  const isFirst = !mediaOf.has(window);
  const wanted = { ...mediaOf.get(window), ...changes };
  mediaOf.set(window, wanted);
  if (isFirst) window.on('page', tab => void tab.emulateMedia(mediaOf.get(window)).catch(() => {}));
  await Promise.all(window.pages().map(tab => tab.emulateMedia(wanted)));
}
