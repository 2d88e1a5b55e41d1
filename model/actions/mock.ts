import { z } from 'zod';
import { fieldPath } from '../errors/explain-issues.ts';
import { TextValue } from '../names/codes.ts';
import { filePathFault } from '../names/file-path.ts';
import { addressPatternFault } from '../values/address-pattern.ts';
import { headerNameFault, headerValueFault } from '../values/header.ts';
import { numberFault } from '../values/whole-number.ts';
import { loop } from './block-kinds.ts';
import { defineActionKind } from './define-action-kind.ts';
import { type FieldFault, fieldFault, literalFault } from './field-fault.ts';
import { Condition, FIELDS, MEANINGS } from './fields.ts';
import { request } from './request.ts';
import { fieldPart, type Sentence, say } from './sentence.ts';

/** As Playwright calls them. */
const WayToFail = z.enum([
  'failed',
  'connectionrefused',
  'timedout',
  'internetdisconnected',
  'namenotresolved',
  'connectionreset',
  'connectionclosed',
  'connectionfailed',
  'connectionaborted',
  'addressunreachable',
  'accessdenied',
  'blockedbyclient',
  'blockedbyresponse',
  'aborted',
]);

const WAYS_TO_FAIL: Readonly<Record<z.infer<typeof WayToFail>, string>> = {
  failed: 'failed',
  connectionrefused: 'connection refused',
  timedout: 'timed out',
  internetdisconnected: 'no internet',
  namenotresolved: 'no such host',
  connectionreset: 'connection reset',
  connectionclosed: 'connection closed',
  connectionfailed: 'connection failed',
  connectionaborted: 'connection aborted',
  addressunreachable: 'address unreachable',
  accessdenied: 'access denied',
  blockedbyclient: 'blocked by the browser',
  blockedbyresponse: 'blocked by the server',
  aborted: 'cancelled',
};

const MOST_DELAY_MS = 600_000;
const MOST_MOCKED_TIMES = 1_000_000;

interface MockFields {
  url: string;
  method?: string | undefined;
  times?: string | undefined;
  status?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
  file?: string | undefined;
  abort?: z.infer<typeof WayToFail> | undefined;
  delayMs?: number | undefined;
  change?: string | undefined;
}

/**
 * In force from its row to the end of the test, with what plugs it and the hooks around it, or to `stopMocking`. Of two
 * that fit a request the later answers; where that had its `times`, the one before. A mock that nothing asked for says
 * so in its result, and fails where it has `times`; so does one whose answer could not be given or changed.
 */
export const mock = defineActionKind({
  type: 'mock',
  label: 'Mock requests',
  alsoCalled: ['intercept', 'stub', 'fake', 'route', 'network'],
  isQuiet: true,
  isSpecial: true,
  fields: {
    url: FIELDS.url,
    method: request.fields.method.optional(),
    status: FIELDS.status.optional(),
    headers: request.fields.headers,
    body: request.fields.body,
    file: TextValue.describe(
      'Path under files/ of what is answered, e.g. answers/orders.json; for replayHar, of the HAR file',
    )
      .register(MEANINGS, { namesFiles: true })
      .optional(),
    change: Condition.describe(
      'Expression whose value replaces the JSON of the real answer; reads body, status, headers, request',
    ).optional(),
    abort: WayToFail.describe('How the request fails').register(MEANINGS, { choices: WAYS_TO_FAIL }).optional(),
    delayMs: z
      .number()
      .int()
      .min(1)
      .max(MOST_DELAY_MS)
      .describe('How much later the answer comes, also the real one')
      .register(MEANINGS, { label: 'Delay (ms)' })
      .optional(),
    times: loop.fields.times,
  },
  title: titleOf,
  uses: ({ abort, change, body, file, status, delayMs }) => {
    if (abort) return { asks: ['abort'], without: ['status', 'headers', 'body', 'file', 'change'] };
    if (change) return { asks: ['change'], without: ['body', 'file', 'abort'] };
    if (file) return { asks: ['status', 'file'], without: ['body', 'change', 'abort'] };
    if (body || status) return { asks: ['status', 'body'], without: [...(body ? ['file'] : []), 'change', 'abort'] };
    return { asks: delayMs ? ['delayMs'] : ['status', 'body', 'change', 'abort'] };
  },
  fault: action => patternFaultOf(action.url) ?? purposeFault(action) ?? answerFault(action) ?? timesFault(action),
});

function titleOf(action: MockFields): Sentence {
  const { url, method, abort, change, status, file, body, headers, delayMs, times } = action;
  const which = say`${method === undefined ? '' : say`${fieldPart('method', method)} `}requests to ${fieldPart('url', url)}`;
  const late = delayMs === undefined ? '' : say`, ${fieldPart('delayMs', delayMs)} ms late`;
  const often = times === undefined ? '' : say` (${fieldPart('times', times)} times)`;
  if (abort !== undefined) return say`Let ${which} fail: ${fieldPart('abort', WAYS_TO_FAIL[abort])}${late}${often}`;
  if (change !== undefined)
    return say`Change the answer to ${which}: ${fieldPart('change', inShort(change))}${late}${often}`;
  if ([status, file, body, headers].every(field => field === undefined))
    return say`Delay ${which} by ${fieldPart('delayMs', delayMs ?? 0)} ms${often}`;
  const from = file === undefined ? '' : say` and the file ${fieldPart('file', file)}`;
  return say`Answer ${which} with ${fieldPart('status', status ?? '200')}${from}${late}${often}`;
}

const inShort = (expression: string): string => expression.split('\n')[0]?.slice(0, 60) ?? '';

const patternFaultOf = (url: string): FieldFault | undefined => literalFault('url', url, addressPatternFault);

/** What a request is answered with is named once, and something is. */
function purposeFault({ abort, change, body, file, status, headers, delayMs }: MockFields): FieldFault | undefined {
  const answers = { status, headers, body, file, change };
  const [answer] = Object.entries(answers).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (abort !== undefined && answer !== undefined)
    return { field: answer, message: `a request that fails ("abort") has no answer, so no "${answer}" either` };
  if (abort === undefined && answer === undefined && delayMs === undefined)
    return {
      field: 'status',
      message: 'mock needs an answer ("status", "body", "file"), "change", "abort" or "delayMs"',
    };
  if (body !== undefined && file !== undefined)
    return { field: 'file', message: 'the answer is "body" or "file", not both' };
  if (change !== undefined && (body !== undefined || file !== undefined))
    return {
      field: 'change',
      message: `it changes the real answer, which "${body === undefined ? 'file' : 'body'}" replaces`,
    };
  return undefined;
}

function answerFault({ status, headers = {}, file }: MockFields): FieldFault | undefined {
  const faults = [
    literalFault('status', status, answeredStatusFault),
    ...Object.entries(headers).map(([name, value]) =>
      fieldFault(fieldPath('headers', [name]), headerNameFault(name) ?? headerValueFault(value)),
    ),
    literalFault('file', file, filePathFault),
  ];
  return faults.find(fault => fault !== undefined);
}

/** Values are filled in first. */
export const answeredStatusFault = (status: string): string | undefined =>
  /^[2-5]\d\d$/.test(status.trim()) ? undefined : `“${status}” is no status of an answer; write one from 200 to 599`;

const timesFault = ({ times }: MockFields): FieldFault | undefined =>
  literalFault('times', times, text =>
    /^\s*0+\s*$/.test(text)
      ? 'a mock that answers no request does nothing; disable it'
      : numberFault('the number of requests', text, MOST_MOCKED_TIMES),
  );

export const stopMocking = defineActionKind({
  type: 'stopMocking',
  label: 'Stop mocking',
  alsoCalled: ['unroute'],
  isQuiet: true,
  isSpecial: true,
  fields: { url: FIELDS.url.optional() },
  title: ({ url }) => (url === undefined ? 'Stop mocking requests' : say`Stop mocking ${fieldPart('url', url)}`),
  fault: ({ url }) => (url === undefined ? undefined : patternFaultOf(url)),
});
