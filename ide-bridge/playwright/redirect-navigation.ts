import type { Route } from 'playwright';
import { NeededParts } from './impl-of.ts';

export const REDIRECTING_PARTS = new NeededParts<{ _redirectNavigationRequest(url: string): Promise<void> }>({
  function: ['_redirectNavigationRequest'],
});

/** Ends the route of a navigation by one to that address. False, with nothing done, in an unknown release of Playwright. */
export async function redirectNavigation(route: Route, url: string): Promise<boolean> {
  if (!REDIRECTING_PARTS.areIn(route)) return false;
  await route._redirectNavigationRequest(url);
  return true;
}
