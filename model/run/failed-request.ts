import { inSeconds } from '../values/in-seconds.ts';

/** What tells of a request how it ended. */
interface RequestEnd {
  status?: number | undefined;
  reason?: string | undefined;
  unansweredMs?: number | undefined;
}

const FIRST_BAD_STATUS = 400;

/** What the browser calls a request that the page itself gave up, most often because it went elsewhere. */
const GIVEN_UP = 'net::ERR_ABORTED';

/** Whether a request failed, or was answered with an error; what the page itself gave up did not fail. */
export const isFailedRequest = ({ status, reason }: RequestEnd): boolean =>
  (status !== undefined && status >= FIRST_BAD_STATUS) || (reason !== undefined && reason !== GIVEN_UP);

/** e.g. `was answered with 500` */
export function requestEnd({ status, reason, unansweredMs }: RequestEnd): string {
  if (status !== undefined) return `was answered with ${status}`;
  if (unansweredMs !== undefined) return `was not answered within ${inSeconds(unansweredMs)}`;
  return `failed (${reason ?? 'without a reason'})`;
}
