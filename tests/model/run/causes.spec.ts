import { expect, it } from 'vitest';
import { causesOf, type FailedAction } from '../../../model/run/causes.ts';

const failed = (fields: Partial<FailedAction>): FailedAction => ({
  type: 'assert',
  title: 'Check',
  ms: 5_000,
  error: { message: 'It is not so.' },
  ...fields,
});
const kinds = (fields: Partial<FailedAction>) => causesOf(failed(fields)).map(({ kind }) => kind);
const missing = { message: 'No element matches button “Pay” on http://h/ (looked for 5 s).' };

it('another text than expected names what it is now', () => {
  const error = { message: 'Expected …', expected: '1 notes', actual: '2 notes' };
  expect(causesOf(failed({ matcher: 'toHaveText', error }))).toEqual([
    { kind: 'text-changed', message: 'The text changed to “2 notes”.' },
  ]);
  expect(causesOf(failed({ matcher: 'toHaveCount', error: { ...error, actual: '' } }))).toEqual([
    { kind: 'text-changed', message: 'The number is empty now.' },
  ]);
  expect(kinds({ matcher: 'toBeVisible', error: { ...error, expected: 'visible', actual: 'not visible' } })).toEqual(
    [],
  );
});

it('an element that is found elsewhere, or by a fallback, has moved', () => {
  expect(
    causesOf(failed({ error: { ...missing, candidates: ["getByRole('button', { name: 'Pay now' })"] } }))[0],
  ).toEqual({
    kind: 'locator-moved',
    message: "The element moved or has another name; the nearest is getByRole('button', { name: 'Pay now' }).",
  });
  expect(kinds({ error: missing })).toEqual(['locator-moved', 'too-slow']);
  expect(kinds({ repaired: { from: '#a', to: '#b' } })).toEqual(['locator-moved']);
});

it('a request that failed comes before what follows from it, a picture that is missing after it', () => {
  const request = (url: string, status: number) => ({ method: 'GET', url, status });
  const error = { ...missing, candidates: ['#b'] };
  const failing = failed({
    error: { ...error, failedRequests: [request('http://h/logo.png', 404), request('http://h/api/notes?a=1', 500)] },
  });
  expect(causesOf(failing)[0]).toEqual({
    kind: 'request-failed',
    message: 'GET /api/notes?a=1 was answered with 500, and 1 more failed.',
  });
  expect(kinds({ error: { ...error, failedRequests: [request('http://h/logo.png', 404)] } })).toEqual([
    'locator-moved',
    'too-slow',
    'request-failed',
  ]);
});

it('a page that did not open, or another page than expected, was not reached', () => {
  expect(kinds({ type: 'visit', error: { message: 'http://h/ could not be opened: nothing answers at h.' } })).toEqual([
    'page-not-reached',
  ]);
  expect(
    causesOf(
      failed({ matcher: 'toHaveURL', error: { message: '…', expected: '/basket', actual: 'http://h/sign-in' } }),
    ),
  ).toEqual([{ kind: 'page-not-reached', message: 'The browser is at http://h/sign-in instead of /basket.' }]);
});

it('what did not answer or was not ready in time, or was slow before, is too slow', () => {
  expect(kinds({ error: { message: 'The page did not answer within 5 s.' } })).toEqual(['too-slow']);
  expect(kinds({ error: { message: 'button “Pay” on http://h/ was not ready within 5 s.' } })).toEqual(['too-slow']);
  expect(causesOf(failed({ passedMs: 4_200 }))).toEqual([
    { kind: 'too-slow', message: 'It was slow before: it took 4.2 s when it passed.' },
  ]);
  expect(kinds({ passedMs: 100 })).toEqual([]);
});
