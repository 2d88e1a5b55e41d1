import type { Stage } from '../../model/project/feature-server.ts';
import type { Redactor } from '../../model/values/redactor.ts';
import type { HttpAnswer, HttpRequest } from './http/exchange.ts';

const SHOWN_CHARACTERS = 200;
const LOOKED_AT_BYTES = 20_000;

interface Answered {
  stage: Stage;
  request: HttpRequest;
  answer: HttpAnswer;
  tries: number;
  askedMs?: number;
}

export function explainAnswer({ stage, request, answer, tries, askedMs }: Answered, mask: Redactor): string {
  const { status, url } = answer;
  const { origin, pathname } = request.url;
  const from = url.origin === origin ? '' : ` (after a redirect to ${url.origin}, which gets no credentials)`;
  const times = tries === 1 ? '' : ` ${tries} times`;
  const what = `${request.method} ${origin}${pathname} answered ${status}${times}${from}.`;
  return `${what} ${adviceOf(stage, status, askedMs)} ${beginningOf(answer, mask)}`;
}

function adviceOf(stage: Stage, status: number, askedMs: number | undefined): string {
  if (status === 429) {
    const wait = askedMs === undefined ? 'a few minutes' : `${Math.ceil(askedMs / 1_000)} s`;
    return `The service is limiting requests: wait ${wait}, then try again.`;
  }
  if (status >= 500) return 'The service itself has a problem: try again later.';
  if (stage === 'sign in') return signInAdvice(status);
  if (status === 401) return 'The token or the client ID and secret were refused: set valid ones.';
  if (status === 403)
    return 'The owner of the credentials may not do that: give that user permission, or set other credentials.';
  if (status === 404)
    return `Nothing was found there: check ${isSent(stage) ? 'the import URL' : 'the file list URL and its filter'}.`;
  if (status === 413 && stage === 'push')
    return 'The features are too large for the service in one go: push some of them at a time.';
  if (status === 413)
    return 'The upload is too large for the service: leave pictures out (evidence: none), or upload fewer scenarios.';
  if (stage === 'push') return 'The service did not accept the features: its response says why.';
  if (stage === 'upload') return 'The service did not accept the results: its response says why.';
  return 'Check the file list URL, its filter above all.';
}

const isSent = (stage: Stage): boolean => stage === 'upload' || stage === 'push';

function signInAdvice(status: number): string {
  if (status === 404)
    return 'Nothing was found there: check the authentication URL (authUrl), or the host of the file list URL.';
  return 'The client ID or the client secret was refused: set those of a valid API key.';
}

export function beginningOf({ contentType, body }: Pick<HttpAnswer, 'contentType' | 'body'>, mask: Redactor): string {
  if (body.length === 0) return 'The answer is empty.';
  // Masked before it is cut, so that no half of a secret is left.
  const text = mask(body.subarray(0, LOOKED_AT_BYTES).toString('utf8'))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return `The answer (${contentType || 'no content type'}) begins: ${shown}`;
}
