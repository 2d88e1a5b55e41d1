import {
  addressOf,
  bodyOf,
  type CopiedRequest,
  headersOf,
  type RequestFormat,
  requestFault,
  withNamedMasks,
} from './copied-request.ts';
import { UNSEEN } from './unseen.ts';

/** A command for a POSIX shell, which may be pasted into a terminal. */
export const curl: RequestFormat = {
  title: 'cURL',
  isForTests: false,
  fault: requestFault,
  toFillIn: sent => namedIn(sent).names,
  text: commandOf,
};

const namedIn = (sent: CopiedRequest) => withNamedMasks({ ...sent, headers: headersOf(sent) });

function commandOf(sent: CopiedRequest): string {
  const { request } = namedIn(sent);
  const address = addressOf(request);
  const body = bodyOf(request);
  const { headers } = request;
  const isTyped = headers.some(({ name }) => name.toLowerCase() === 'content-type');
  const command = [
    ['curl', ...methodOption(request.method, body !== undefined), `--url ${quoted(address)}`].join(' '),
    ...(GLOB.test(address) ? ['--globoff'] : []),
    ...headers.map(header => `--header ${quoted(headerLine(header))}`),
    // curl would call it a form.
    ...(body === undefined || isTyped ? [] : ["--header 'content-type:'"]),
    ...bodyOption(body),
  ].join(' \\\n  ');
  return body !== undefined && isUnsafe(body) ? `${printed(body)} | ${command}` : command;
}

/** curl makes several addresses of these. */
const GLOB = /[[\]{}]/;

function methodOption(method: string, hasBody: boolean): string[] {
  if (method === 'GET' && !hasBody) return [];
  // With `--request` curl would wait for the body of the answer.
  return method === 'HEAD' && !hasBody ? ['--head'] : [`--request ${quoted(method)}`];
}

/** curl would leave out a header without a value but for the semicolon. */
const headerLine = ({ name, value }: { name: string; value: string }): string =>
  value.trim() === '' ? `${name};` : `${name}: ${value}`;

/** Other options would read a file for a text that begins with `@`. */
function bodyOption(body: string | undefined): string[] {
  if (body === undefined) return [];
  return [isUnsafe(body) ? '--data-binary @-' : `--data-raw ${quoted(body)}`];
}

const HAS_UNSEEN = new RegExp(`[${UNSEEN}]`, 'u');

/** Some shells look for `!` in a pasted line before they know where quotes end. */
const isUnsafe = (text: string): boolean => HAS_UNSEEN.test(text) || (text.includes("'") && text.includes('!'));

const quoted = (text: string): string =>
  isUnsafe(text) ? `"$(${printed(text)})"` : `'${text.replaceAll("'", "'\\''")}'`;

const ESCAPED = new RegExp(`[${UNSEEN}\\\\%'!]|^-`, 'gu');
const SHORT: Readonly<Record<string, string>> = { '\\': '\\\\', '%': '%%', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const printed = (text: string): string => `printf '${text.replace(ESCAPED, sign => SHORT[sign] ?? octal(sign))}'`;

const octal = (sign: string): string =>
  Array.from(new TextEncoder().encode(sign), byte => `\\${byte.toString(8).padStart(3, '0')}`).join('');
