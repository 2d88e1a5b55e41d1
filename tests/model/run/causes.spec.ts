import { expect, it } from 'vitest';
import { causesOf, type FailureFacts } from '../../../model/run/causes.ts';
import { nearDifference } from '../../../model/run/near-difference.ts';

const failed = (fields: Partial<FailureFacts>): FailureFacts => ({
  type: 'assert',
  title: 'Check',
  ms: 5_000,
  error: { message: 'It is not so.' },
  ...fields,
});
const kinds = (fields: Partial<FailureFacts>) => causesOf(failed(fields)).map(({ kind }) => kind);
const missing = { message: 'It is not there.', log: ["waiting for getByRole('button')"] };

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

it('an element that is gone is not said to be called something else', () => {
  const error = { ...missing, candidates: ["getByRole('button', { name: 'Sign out' })"] };
  const told = (name: string) => causesOf(failed({ error, locator: `getByRole('button', { name: '${name}' })` }))[0];
  expect(told('Sign in')?.message).toBe(
    'The element is not there any more; what comes nearest has quite another name.',
  );
  expect(told('Sign out now')?.message).toMatch(/^The element moved or has another name; the nearest is/);
});

it('a test that opens no page is told so before anything else', () => {
  expect(kinds({ type: 'click', error: missing, isPageless: true })[0]).toBe('no-page');
  expect(kinds({ type: 'visit', error: missing, isPageless: true })[0]).not.toBe('no-page');
});

it('a request that was refused comes before a text that is another because of it', () => {
  const failedRequests = [{ method: 'GET', url: 'http://h/api/notes', status: 403 }];
  const error = { message: '…', expected: '1 notes', actual: '0 notes', failedRequests };
  expect(kinds({ matcher: 'toHaveText', error })).toEqual(['request-failed', 'text-changed']);
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
    request: { method: 'GET', url: 'http://h/api/notes?a=1' },
  });
  expect(kinds({ error: { ...error, failedRequests: [request('http://h/logo.png', 404)] } })).toEqual([
    'locator-moved',
    'too-slow',
    'request-failed',
  ]);
});

it('a page that did not open, or another page than expected, was not reached', () => {
  const error = { message: 'http://h/ could not be opened: nothing answers at h.' };
  expect(kinds({ type: 'visit', ms: 20, error })).toEqual(['page-not-reached']);
  expect(kinds({ type: 'visit', ms: 30_000, error })).toEqual(['page-not-reached', 'too-slow']);
  expect(
    causesOf(
      failed({ matcher: 'toHaveURL', error: { message: '…', expected: '/basket', actual: 'http://h/sign-in' } }),
    ),
  ).toEqual([{ kind: 'page-not-reached', message: 'The browser is at http://h/sign-in instead of /basket.' }]);
});

it('what did not answer or was not ready in time, or was slow before, is too slow', () => {
  const log = ["waiting for getByRole('button')", 'locator resolved to <button disabled>'];
  expect(kinds({ type: 'click', error: { message: 'It is disabled.', log } })).toEqual(['too-slow']);
  const done = [...log, 'waiting for scheduled navigations to finish'];
  expect(causesOf(failed({ type: 'click', error: { message: 'No answer.', log: done } }))).toEqual([
    { kind: 'too-slow', message: 'The page that it leads to took too long to answer.' },
  ]);
  expect(causesOf(failed({ passedMs: 4_200 }))).toEqual([
    { kind: 'too-slow', message: 'It was slow before: it took 4.2 s when it passed.' },
  ]);
  expect(kinds({ passedMs: 100 })).toEqual([]);
});

it('a request that nobody has answered is a cause, and is named', () => {
  const failedRequests = [{ method: 'POST', url: 'http://h/api/orders', unansweredMs: 4_200 }];
  expect(causesOf(failed({ error: { message: '…', failedRequests } }))[0]).toEqual({
    kind: 'request-failed',
    message: 'POST /api/orders was not answered within 4.2 s.',
    request: { method: 'POST', url: 'http://h/api/orders' },
  });
});

it('what was found out on the page comes before what is only likely, in one sentence', () => {
  const what = { role: 'link', tag: 'a', name: 'Pay' };
  const error = { ...missing, clues: [{ kind: 'other-role' as const, what, sought: 'button' }] };
  expect(causesOf(failed({ error }))[0]).toEqual({
    kind: 'other-role',
    message: 'Link “Pay” has that name; no button has it.',
  });
});

it('a form that the browser did not let go comes before what the page said', () => {
  const clues = [
    { kind: 'page-said' as const, as: 'alert' as const, text: 'Welcome back.' },
    { kind: 'form-invalid' as const, field: 'Terms', rule: 'missing' as const, type: 'checkbox' },
  ];
  expect(causesOf(failed({ error: { ...missing, clues } })).map(({ message }) => message)).toEqual([
    'The browser did not send the form: field “Terms” must be ticked.',
    'The page showed “Welcome back.” (alert).',
    'The element is not there any more, and nothing on the page comes close to it.',
    'It may take longer to appear than the 5 s that it waited.',
  ]);
});

it('a script that did not load is told once, and after what explains the failure better', () => {
  const url = 'http://h/app.js';
  const lost = { kind: 'not-loaded' as const, file: 'script' as const, url, why: 'was answered with 404' };
  const what = { role: 'link', tag: 'a', name: 'Pay' };
  const failedRequests = [{ method: 'GET', url, status: 404 }];
  const told = { ...missing, failedRequests, clues: [lost, { kind: 'other-role' as const, what, sought: 'button' }] };
  expect(kinds({ error: told })).toEqual(['other-role', 'not-loaded', 'locator-moved', 'too-slow']);
});

it.for([
  ['Ann', 'Ann ', 'space-after'],
  ['Ann ', 'Ann', 'no-space-after'],
  ['Ann', ' Ann', 'space-before'],
  ['Ann', ' Ann ', 'spaces-around'],
  ['1 000', '1\u00a0000', 'no-break-space'],
  ['Ann', 'ann', 'letter-case'],
  ['Sign in', 'SignIn', 'letter-case-and-spaces'],
  ['Sign in', 'Signin', 'spaces'],
  ['Don’t', "Don't", 'signs'],
  ['Notes', 'Note', 'one-fewer'],
  ['Colour', 'Color', 'one-fewer'],
  ['Item 1', 'Item 2', undefined],
  ['Item 1', 'Item 12', undefined],
  ['Yes', 'Yet', undefined],
  ['', ' ', undefined],
] as const)('of “%s” and “%s” the one difference is %s', ([wanted, there, difference]) => {
  expect(nearDifference(wanted, there)).toBe(difference);
});

it('what is wrong with the page itself has no other cause', () => {
  const failedRequests = [{ method: 'GET', url: 'https://shop.example/x', status: 500 }];
  const finding = {
    rule: 'image-alt',
    help: 'Images must have alternative text',
    helpUrl: 'https://rules.example',
    element: 'img',
    target: 'img',
  };
  const incident = { kind: 'consoleError' as const, text: 'Out of stock', times: 1 };
  expect(kinds({ error: { message: 'It has a problem.', failedRequests, findings: [finding] } })).toEqual([]);
  expect(kinds({ error: { message: 'It had an error.', failedRequests, incident } })).toEqual([]);
});
