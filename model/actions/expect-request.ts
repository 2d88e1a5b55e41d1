import { z } from 'zod';
import { addressPatternFault } from '../values/address-pattern.ts';
import { statusFault } from '../values/status.ts';
import { literalText } from '../values/template.ts';
import { defineActionKind } from './define-action-kind.ts';
import { type FieldFault, fieldFault } from './field-fault.ts';
import { Condition, FIELDS, MEANINGS } from './fields.ts';
import { request } from './request.ts';
import { fieldPart, type Sentence, say } from './sentence.ts';

/** What makes no sense of a request that must not be there. */
const ONLY_OF_SENT = ['count', 'maxMs', 'into'] as const;

interface RequestFields {
  method?: string | undefined;
  url: string;
  status?: string | undefined;
  count?: number | undefined;
  maxMs?: number | undefined;
  expression?: string | undefined;
  not?: boolean | undefined;
  into?: string | undefined;
}

/**
 * Looks at what was sent since the last action that does something began (in its beginning: since the test began), then
 * waits. Several such checks may be about the same request. With `count` and `not` it also waits until the page rests,
 * and no longer than the time limit, after which a page that never rests is taken as it is.
 */
export const expectRequest = defineActionKind({
  type: 'expectRequest',
  label: 'Check request',
  alsoCalled: ['network', 'xhr', 'ajax', 'beacon', 'response', 'expect request', 'wait for request'],
  isSpecial: true,
  isLook: true,
  fields: {
    url: FIELDS.url,
    method: request.fields.method.optional(),
    status: FIELDS.status.optional(),
    count: z.number().int().min(1).max(1_000).describe('Exactly so many are sent').optional(),
    maxMs: z
      .number()
      .int()
      .min(1)
      .max(3_600_000)
      .describe('The answer is there in full after so many milliseconds at most')
      .register(MEANINGS, { label: 'Answered within (ms)' })
      .optional(),
    expression: Condition.describe(
      'Expression that must be true; reads request {url, method, headers, body} and response {status, headers, body}',
    ).optional(),
    not: FIELDS.not.optional(),
    into: FIELDS.into.optional(),
  },
  title: titleOf,
  uses: ({ not }) => (not === true || not === 'true' ? { without: ONLY_OF_SENT } : {}),
  fault: action => {
    const [url, status] = [action.url, action.status ?? '200'].map(literalText);
    const useless = action.not ? ONLY_OF_SENT.find(name => action[name] !== undefined) : undefined;
    const faults: (FieldFault | undefined)[] = [
      fieldFault('url', url === undefined ? undefined : addressPatternFault(url)),
      fieldFault('status', status === undefined ? undefined : statusFault(status)),
      useless && fieldFault(useless, `a request that must not be sent takes no "${useless}"`),
    ];
    return faults.find(fault => fault !== undefined);
  },
});

function titleOf({ method, url, status, count, maxMs, expression, not, into }: RequestFields): Sentence {
  const address = fieldPart('url', url);
  const which = method === undefined ? address : say`${fieldPart('method', method)} ${address}`;
  const answer = status === undefined ? '' : say`, answered with ${fieldPart('status', status)}`;
  const time = maxMs === undefined ? '' : say`, answered within ${fieldPart('maxMs', maxMs)} ms`;
  const more = expression === undefined ? '' : say`, with ${fieldPart('expression', expression)}`;
  if (not) return say`Check that no request ${which} is sent${answer}${more}`;
  const times = count === undefined ? '' : say` ${fieldPart('count', count === 1 ? 'once' : `${count} times`)}`;
  const kept = into === undefined ? '' : say`, stored as ${fieldPart('into', into)}`;
  return say`Check that the request ${which} is sent${times}${answer}${time}${more}${kept}`;
}
