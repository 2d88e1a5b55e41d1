import type { BrowserLauncher } from '../launch/browser-launcher.ts';
import type { PageLimits } from '../limits/page-limits.ts';

export interface AppSessionOptions {
  launcher: BrowserLauncher;
  /** Addresses of this service, which the app window never shows. */
  forbiddenOrigins(): readonly string[];
  /** Whether somebody looks at a screen, where an opening does not say. */
  isWatched?(): boolean;
  /** In the place of the usual ones. */
  limits?: Partial<PageLimits> | undefined;
}
