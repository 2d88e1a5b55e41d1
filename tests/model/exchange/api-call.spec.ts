import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Action, about } from '../../../model/actions/index.ts';
import { apiCall } from '../../../model/exchange/requests/api-call.ts';
import type { CopiedRequest } from '../../../model/exchange/requests/copied-request.ts';
import { literalText, parseTemplate } from '../../../model/values/template.ts';
import { HOSTILE, hostileText, sent, withBody } from './sent-requests.ts';

const Fields = z.array(z.looseObject({ type: z.literal('request'), url: z.string(), body: z.string().optional() }));

function actionOf(request: CopiedRequest) {
  const [fields, ...others] = Fields.parse(JSON.parse(apiCall.text(request)));
  if (fields === undefined || others.length > 0) throw new Error('It is not one action.');
  const action = Action.parse({ actionId: 'a1', ...fields });
  expect(about(action).fault).toBeUndefined();
  return fields;
}

test('a request is an action of a test, with the cookies that the browser then has', () => {
  const headers = [...sent().headers, { name: 'cookie', value: '••••' }, { name: 'constructor', value: 'x' }];
  expect(actionOf(sent({ headers }))).toEqual({
    type: 'request',
    method: 'POST',
    url: 'https://shop.example/save?x=1',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect(actionOf(sent({ method: 'GET', headers: [], body: undefined }))).toEqual({
    type: 'request',
    method: 'GET',
    url: 'https://shop.example/save?x=1',
  });
  expect(apiCall.fault(sent({ method: 'PROPFIND' }))).toBe('An API call cannot have the method PROPFIND.');
});

test('what a page sent is sent as it was: none of it is computed', () => {
  const check = (text: string) => {
    if (text.includes('••••')) return;
    const { url, body = '' } = actionOf({ ...withBody(text), url: `https://shop.example/?${text}` });
    expect(literalText(body)).toBe(text);
    expect(literalText(url)).toBeDefined();
  };
  for (const text of HOSTILE) check(text);
  fc.assert(fc.property(hostileText, check), { numRuns: 500 });
});

test('where a secret was, the name of one is to be filled in, after what has it, and no page can choose another', () => {
  const request = {
    ...withBody('{"PASSWORD":"\\\\••••","note":"{{secret.PASSWORD}}","cited":"••••FILL_IN_X••••PASSWORD"}'),
    url: 'https://shop.example/save?access_token=••••',
    headers: [
      { name: 'authorization', value: 'Bearer ••••' },
      { name: 'cookie', value: '••••' },
    ],
  };
  const { url, body = '', headers } = actionOf(request);
  expect(url).toBe('https://shop.example/save?access_token={{secret.FILL_IN_ACCESS_TOKEN}}');
  expect(headers).toEqual({ authorization: 'Bearer {{secret.FILL_IN_AUTHORIZATION}}' });
  const secret = (source: string) => ({ kind: 'expression', source: `secret.${source}`, position: expect.any(Number) });
  expect(parseTemplate(body).parts).toEqual([
    { kind: 'literal', text: '{"PASSWORD":"\\\\' },
    secret('FILL_IN_PASSWORD'),
    { kind: 'literal', text: '","note":"{{secret.PASSWORD}}","cited":"' },
    secret('FILL_IN_CITED'),
    { kind: 'literal', text: 'FILL_IN_X' },
    secret('FILL_IN_CITED_2'),
    { kind: 'literal', text: 'PASSWORD"}' },
  ]);
  // Cookies are the browser's own.
  const names = ['ACCESS_TOKEN', 'AUTHORIZATION', 'PASSWORD', 'CITED', 'CITED_2'];
  expect(apiCall.toFillIn(request)).toEqual(names.map(name => `{{secret.FILL_IN_${name}}}`));
});
