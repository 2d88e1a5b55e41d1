import type { Browser, BrowserContext, Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { AppOpening } from '../../../model/protocol/app-window.ts';
import { browserLost } from '../requests/page-failure.ts';

/**
 * Errors: `browser-lost`; `invalid-project` for an environment with headers or credentials, which would reach the rest
 * of that browser.
 */
export function lentPage(
  browser: Browser,
  { identity }: AppOpening,
  current: Page | undefined,
): { page: Page; context: BrowserContext } {
  if (identity?.headers !== undefined || identity?.credentials !== undefined)
    throw new AppError(
      'invalid-project',
      'The environment sends headers or a password with every request, and a lent tab sends none but its own: give it back, and the app window is a browser of its own again.',
    );
  const [context] = browser.contexts();
  const page = current ?? context?.pages()[0];
  if (context === undefined || page === undefined) throw browserLost('the tab that was lent is gone');
  return { page, context };
}
