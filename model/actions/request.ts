import { z } from 'zod';
import { fieldPath } from '../errors/explain-issues.ts';
import { TextValue } from '../names/codes.ts';
import { addressFault } from '../values/address.ts';
import { headerNameFault, headerValueFault } from '../values/header.ts';
import { statusFault } from '../values/status.ts';
import { literalText } from '../values/template.ts';
import { defineActionKind } from './define-action-kind.ts';
import { fieldFault } from './field-fault.ts';
import { Condition, FIELDS, MEANINGS } from './fields.ts';
import { fieldPart, say } from './sentence.ts';

/** Redirects are followed unless their status is expected. */
export const request = defineActionKind({
  type: 'request',
  label: 'API call',
  alsoCalled: ['http', 'fetch'],
  note: 'With the cookies of the browser; `into` receives {status, headers, body}',
  isQuiet: true,
  fields: {
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']).describe('HTTP method'),
    url: FIELDS.url,
    headers: z.record(z.string().max(200), TextValue).describe('Headers: {name: value}').optional(),
    body: TextValue.describe('Text, or JSON; its strings may hold {{ values }}')
      .register(MEANINGS, { holds: 'json' })
      .optional(),
    expectStatus: TextValue.describe('e.g. 201, 2xx or 200, 404; default: below 400').optional(),
    expectBody: Condition.describe(
      'Expression that must be true; reads body, status, headers and fields of body',
    ).optional(),
    into: FIELDS.into.optional(),
  },
  title: ({ method, url }) => say`Call ${fieldPart('method', method)} ${fieldPart('url', url)}`,
  fault({ url, headers = {}, expectStatus }) {
    const status = expectStatus === undefined ? undefined : literalText(expectStatus);
    const faults = [
      fieldFault('url', addressFault(url)),
      ...Object.entries(headers).map(([name, value]) =>
        fieldFault(fieldPath('headers', [name]), headerNameFault(name) ?? headerValueFault(value)),
      ),
      fieldFault('expectStatus', status === undefined ? undefined : statusFault(status)),
    ];
    return faults.find(fault => fault !== undefined);
  },
});
