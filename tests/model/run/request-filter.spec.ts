import { expect, test } from 'vitest';
import { requestKind, requestState } from '../../../model/run/request-filter.ts';

test.each([
  ['xhr', 'fetch'],
  ['fetch', 'fetch'],
  ['stylesheet', 'style'],
  ['texttrack', 'media'],
  ['websocket', 'other'],
  ['a type of later browsers', 'other'],
])('a request that browsers call %s is of the kind %s', (type, kind) => {
  expect(requestKind({ type })).toBe(kind);
});

test.each([
  [{ status: 200 }, 'ok'],
  [{ status: 304 }, 'ok'],
  [{ status: 404 }, 'refused'],
  [{ status: 500 }, 'refused'],
  [{ failure: 'net::ERR_FAILED' }, 'failed'],
  [{ status: 200, failure: 'net::ERR_ABORTED' }, 'failed'],
  [{}, 'pending'],
])('a request that ended with %j is %s', (end, state) => {
  expect(requestState(end)).toBe(state);
});
