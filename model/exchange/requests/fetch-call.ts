import {
  addressOf,
  bodyOf,
  type CopiedRequest,
  headerRecord,
  joinedHeaders,
  type RequestFormat,
  requestFault,
  withNamedMasks,
} from './copied-request.ts';
import { UNSEEN } from './unseen.ts';

/** A call in JavaScript, for the console of a browser on the page that sent it. */
export const fetchCall: RequestFormat = {
  title: 'fetch',
  isForTests: false,
  fault: requestFault,
  toFillIn: sent => namedIn(sent).names,
  text: callOf,
};

function namedIn(sent: CopiedRequest) {
  // Browsers send none with these.
  const isBodiless = ['GET', 'HEAD'].includes(sent.method.toUpperCase());
  return withNamedMasks({ ...sent, headers: joinedHeaders(sent), ...(isBodiless ? { body: undefined } : {}) });
}

function callOf(sent: CopiedRequest): string {
  const { request } = namedIn(sent);
  const { method } = request;
  const options = { method, headers: headerRecord(request), body: bodyOf(request), credentials: 'include' };
  return `fetch(${script(addressOf(request))}, ${script(options)});`;
}

const HIDDEN = new RegExp(`[${UNSEEN}]`, 'gu');

/** Line breaks are only those between parts: in texts JSON has escaped them. */
const script = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replace(HIDDEN, sign => (sign === '\n' ? sign : escaped(sign)));

const escaped = (sign: string): string =>
  Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
