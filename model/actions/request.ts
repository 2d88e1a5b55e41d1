import { z } from 'zod';
import { fieldPath } from '../errors/explain-issues.ts';
import { TextValue } from '../names/codes.ts';
import { addressFault } from '../values/address.ts';
import { headerNameFault, headerValueFault } from '../values/header.ts';
import { defineActionKind } from './define-action-kind.ts';
import { expectedStatusFault } from './expected-status.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS, MEANINGS, ResultCondition } from './fields.ts';
import { fieldPart, say } from './sentence.ts';

/**
 * Redirects are followed unless their status is expected. With `repeatUntil` the same call is sent again and again, also
 * after none or a wrong answer, and only an answer with the expected status counts; `expectBody` is asked of that one.
 */
export const request = defineActionKind({
  type: 'request',
  label: 'API call',
  alsoCalled: ['http', 'fetch', 'poll'],
  isQuiet: true,
  fields: {
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']).describe('HTTP method'),
    url: FIELDS.url,
    headers: z.record(z.string().max(200), TextValue).describe('Headers: {name: value}').optional(),
    body: TextValue.describe('Text, or JSON; its strings may hold {{ values }}')
      .register(MEANINGS, { holds: 'json' })
      .optional(),
    expectStatus: FIELDS.expectStatus.optional(),
    expectBody: ResultCondition.describe(
      'Expression that must be true; reads body, status, headers and fields of body',
    ).optional(),
    repeatUntil: ResultCondition.describe(
      'The call is sent again until this expression is true, within the time limit; reads what expectBody reads',
    ).optional(),
    everyMs: z
      .number()
      .int()
      .min(50)
      .max(600_000)
      .describe('Pause before it is sent again; default: 500, growing to 2000')
      .register(MEANINGS, { label: 'Pause between calls (ms)' })
      .optional(),
    into: FIELDS.into.optional(),
  },
  title: ({ method, url, repeatUntil }) => {
    const call = say`Call ${fieldPart('method', method)} ${fieldPart('url', url)}`;
    return repeatUntil === undefined ? call : say`${call} until ${fieldPart('repeatUntil', repeatUntil)}`;
  },
  uses: ({ repeatUntil = '' }) => (repeatUntil === '' ? { without: ['everyMs'] } : {}),
  fault({ url, headers = {}, expectStatus, repeatUntil, everyMs }) {
    const faults = [
      fieldFault('url', addressFault(url)),
      ...Object.entries(headers).map(([name, value]) =>
        fieldFault(fieldPath('headers', [name]), headerNameFault(name) ?? headerValueFault(value)),
      ),
      expectedStatusFault(expectStatus),
      everyMs !== undefined && repeatUntil === undefined
        ? fieldFault('everyMs', 'only a call that is repeated has pauses; say until when in “repeatUntil”')
        : undefined,
    ];
    return faults.find(fault => fault !== undefined);
  },
});
