import type { Response } from 'playwright';
import { isAppError } from '../../../model/errors/errors.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import type { Limits } from './limits.ts';
import { type Journey, travel } from './travel.ts';

/** `isOfWorker`: a service worker of the page gave it. */
export interface AnsweredStatus {
  status: number;
  isOfWorker: boolean;
}

/**
 * Travels, and resolves with the status of the document after all redirects; undefined where no server was asked. An
 * error status and “no content” count also where the browser has no page to show for them. Errors: those of `travel`.
 */
export async function answeredStatus(
  session: AppSession,
  journey: Journey,
  limits: Limits,
): Promise<AnsweredStatus | undefined> {
  const page = session.requirePage();
  let last: Response | undefined;
  const onResponse = (response: Response) => {
    const request = response.request();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) last = response;
  };
  page.on('response', onResponse);
  try {
    return statusOf((await travel(session, journey, limits)) ?? undefined);
  } catch (error) {
    const answered = statusOf(last);
    if (answered === undefined || !isWithoutPage(error, answered.status)) throw error;
    return answered;
  } finally {
    page.off('response', onResponse);
  }
}

const statusOf = (response: Response | undefined): AnsweredStatus | undefined =>
  response && { status: response.status(), isOfWorker: response.fromServiceWorker() };

const NO_CONTENT: readonly number[] = [204, 205];

function isWithoutPage(error: unknown, status: number): boolean {
  const code = isAppError(error, 'page-error') ? error.detail.facts?.code : undefined;
  return code === 'ERR_HTTP_RESPONSE_CODE_FAILURE' || (code === 'ERR_ABORTED' && NO_CONTENT.includes(status));
}
