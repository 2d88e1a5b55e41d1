/** Checks of requests: code that waits for a request begins before the action that sends it. */
import type { ActionOf } from '../../model/actions/index.ts';
import { regexOf } from '../../model/values/address-pattern.ts';
import { escapeForPattern, escapeTemplateForPattern, isPatternTemplate } from '../../model/values/pattern.ts';
import { statusCheck } from './code-parts.ts';
import { type CodeValues, member, type NameScope, pageIn, quoted } from './code-values.ts';

type RequestCheckAction = ActionOf<'expectRequest'>;

interface CodePlace {
  values: CodeValues;
  scope: NameScope;
  unique(name: string): string;
}

interface CheckCode {
  /** Stands before the action that sends the request. */
  before: string[];
  behind: string[];
}

/** Playwright writes them with their own type. */
export const EXCHANGE_OF = [
  '/** A request and its answer; bodies of JSON are read. */',
  'async function exchangeOf(response: Response) {',
  '  const read = (text: string | null) => {',
  '    try {',
  "      return JSON.parse(text ?? 'null');",
  '    } catch {',
  '      return text;',
  '    }',
  '  };',
  '  const request = response.request();',
  '  return {',
  '    request: { url: request.url(), method: request.method(), headers: request.headers(), body: read(request.postData()) },',
  '    response: { status: response.status(), headers: response.headers(), body: read(await response.text()) },',
  '  };',
  '}',
  '',
];

export const requestCheckCode = (action: RequestCheckAction, place: CodePlace): CheckCode =>
  action.not || action.count !== undefined ? countedCode(action, place) : awaitedCode(action, place);

function awaitedCode(action: RequestCheckAction, place: CodePlace): CheckCode {
  const { method, status, maxMs, expression, into, timeoutMs } = action;
  const isAnswered = [status, maxMs, expression, into].some(field => field !== undefined);
  const name = place.unique(isAnswered ? 'response' : 'request');
  const wanted =
    method === undefined ? addressOf(action, place) : `${name} => ${fitting(action, place, name, isAnswered)}`;
  const timeout = timeoutMs === undefined ? '' : `, { timeout: ${timeoutMs} }`;
  const event = isAnswered ? 'waitForResponse' : 'waitForRequest';
  const before = [`const ${name}Promise = ${pageIn(place)}.${event}(${wanted}${timeout});`];
  if (!isAnswered) return { before, behind: [`await ${name}Promise;`] };
  return { before, behind: [`const ${name} = await ${name}Promise;`, ...answerLines(action, place, name)] };
}

function answerLines(
  { status, maxMs, expression, into }: RequestCheckAction,
  { values, scope, unique }: CodePlace,
  name: string,
): string[] {
  const lines = status === undefined ? [] : [statusCheck(status, `${name}.status()`, { values, scope })];
  if (maxMs !== undefined)
    lines.push(
      `await ${name}.finished();`,
      `expect(${name}.request().timing().responseEnd).toBeLessThanOrEqual(${maxMs});`,
    );
  if (expression === undefined && into === undefined) return lines;
  values.needs.exchange = true;
  if (into !== undefined) values.needs.variables = true;
  const kept = into === undefined ? unique('exchange') : member('vars', into);
  lines.push(`${into === undefined ? 'const ' : ''}${kept} = await exchangeOf(${name});`);
  if (expression === undefined) return lines;
  const names = new Map([...scope.names, ['request', `${kept}.request`], ['response', `${kept}.response`]]);
  lines.push(`expect(${values.expression(expression, { ...scope, names })}).toBeTruthy();`);
  return lines;
}

/** All that come are counted, until the page is still. */
function countedCode(action: RequestCheckAction, place: CodePlace): CheckCode {
  const { status, count = 0, maxMs, expression, into } = action;
  const { notes } = place.values.needs;
  if (maxMs !== undefined || expression !== undefined || into !== undefined)
    notes.add('“Check request” with “not” or a number checks address, method and status only.');
  const name = place.unique('sent');
  const event = status === undefined ? 'request' : 'response';
  const answer = status === undefined ? '' : ` && ${statusTest(status, 'response.status()')}`;
  const test = `${fitting(action, place, event, status !== undefined)}${answer}`;
  return {
    before: [
      `const ${name}: string[] = [];`,
      `${pageIn(place)}.on('${event}', ${event} => { if (${test}) ${name}.push(${event}.url()); });`,
    ],
    behind: [
      ...(count === 0 ? [] : [`await expect.poll(() => ${name}.length).toBeGreaterThanOrEqual(${count});`]),
      `await ${pageIn(place)}.waitForLoadState('networkidle');`,
      `expect(${name}).toHaveLength(${count});`,
    ],
  };
}

function fitting(action: RequestCheckAction, place: CodePlace, name: string, isAnswer: boolean): string {
  const { method } = action;
  const address = addressTest(action, place, `${name}.url()`);
  if (method === undefined) return address;
  return `${address} && ${name}${isAnswer ? '.request()' : ''}.method() === ${quoted(method)}`;
}

/** A pattern of Playwright, or a regular expression. */
const addressOf = ({ url }: RequestCheckAction, { values, scope }: CodePlace): string => values.pattern(url, scope);

/** Playwright compares patterns only itself. */
function addressTest({ url }: RequestCheckAction, { values, scope }: CodePlace, address: string): string {
  if (isPatternTemplate(url) && (url.includes('{{') || regexOf(url) !== undefined))
    return `${values.pattern(url, scope)}.test(${address})`;
  const open = url.replace(/^\*\*/, '');
  if (!/[*\\]|(?<!\{)\{(?!\{)/.test(open)) return `${address}.endsWith(${values.text(open, scope)})`;
  const start = open === url && /^[a-z][a-z\d+.-]*:/i.test(url) ? '^' : '';
  return `${values.pattern(`/${start}${escapeTemplateForPattern(open, globSource)}$/`, scope)}.test(${address})`;
}

const GLOB_SIGNS: Readonly<Record<string, string>> = { '**/': '(?:.*\\/)?', '**': '.*', '*': '[^\\/]*' };

/** Of a pattern without expressions in it. */
const globSource = (glob: string): string =>
  glob
    .split(/(\\[\s\S]|\*\*\/|\*\*|\*|\{[^{}]*\})/)
    .map(part => {
      const sign = GLOB_SIGNS[part];
      if (sign !== undefined) return sign;
      if (/^\{.*\}$/s.test(part)) return `(?:${part.slice(1, -1).split(',').map(globSource).join('|')})`;
      return escapeForPattern(part.replace(/^\\(?=[\s\S])/, ''));
    })
    .join('');

const statusPattern = (expected: string): string =>
  `/^(?:${expected
    .trim()
    .split(/[\s,]+/)
    .map(one => one.replace(/x/gi, '\\d'))
    .join('|')})$/`;

const statusTest = (expected: string, status: string): string => `${statusPattern(expected)}.test(String(${status}))`;
