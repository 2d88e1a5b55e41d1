import { inSeconds } from '../values/in-seconds.ts';

interface RequestEnd {
  status?: number | undefined;
  reason?: string | undefined;
  unansweredMs?: number | undefined;
}

const FIRST_BAD_STATUS = 400;

/** The page cancelled the request itself, most often because it went elsewhere. */
const GIVEN_UP = 'net::ERR_ABORTED';

/** A request that the page cancelled did not fail. */
export const isFailedRequest = ({ status, reason }: RequestEnd): boolean =>
  (status !== undefined && status >= FIRST_BAD_STATUS) || (reason !== undefined && reason !== GIVEN_UP);

/** e.g. `was answered with 500` */
export function requestEnd({ status, reason, unansweredMs }: RequestEnd): string {
  if (status !== undefined) return `was answered with ${status}`;
  if (unansweredMs !== undefined) return `was not answered within ${inSeconds(unansweredMs)}`;
  return `failed (${reason ?? 'without a reason'})`;
}
