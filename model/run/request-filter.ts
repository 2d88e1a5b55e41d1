/** By what lists of the requests of a run are filtered. */

/** In the order of lists. */
export const REQUEST_KINDS = {
  fetch: 'XHR and fetch',
  document: 'Documents',
  script: 'Scripts',
  style: 'Styles',
  image: 'Images',
  font: 'Fonts',
  media: 'Media',
  other: 'Other',
} as const;
export type RequestKind = keyof typeof REQUEST_KINDS;

/** `pending`: it had neither been answered nor failed when the run ended. */
export const REQUEST_STATES = {
  ok: 'OK',
  refused: '4xx and 5xx',
  failed: 'Failed',
  pending: 'Pending',
} as const;
export type RequestState = keyof typeof REQUEST_STATES;

/** By the names that browsers have for what is loaded. */
const KINDS: ReadonlyMap<string, RequestKind> = new Map([
  ['xhr', 'fetch'],
  ['fetch', 'fetch'],
  ['document', 'document'],
  ['script', 'script'],
  ['stylesheet', 'style'],
  ['image', 'image'],
  ['font', 'font'],
  ['media', 'media'],
  ['texttrack', 'media'],
]);

/** `type`: as Playwright names it, e.g. `xhr`. */
export const requestKind = ({ type }: { type: string }): RequestKind => KINDS.get(type) ?? 'other';

const FIRST_REFUSAL = 400;

/** `failure`: in the words of the browser; an answer that was cut off has failed, whatever its status. */
export function requestState({ status, failure }: { status?: number; failure?: string }): RequestState {
  if (failure !== undefined) return 'failed';
  if (status === undefined) return 'pending';
  return status < FIRST_REFUSAL ? 'ok' : 'refused';
}
