import { REDACTED } from '../../values/redactor.ts';
import { addressOf, bodyOf, headerRecord, type RequestFormat, requestFault } from './copied-request.ts';
import { UNSEEN } from './unseen.ts';

/** A call in JavaScript, for the console of a browser on the page that sent it. */
export const fetchCall: RequestFormat = {
  title: 'fetch',
  isForTests: false,
  mask: REDACTED,
  fault: requestFault,
  text(request) {
    const { method } = request;
    // Browsers send none with these.
    const body = ['GET', 'HEAD'].includes(method.toUpperCase()) ? undefined : bodyOf(request);
    const options = { method, headers: headerRecord(request), body, credentials: 'include' };
    return `fetch(${script(addressOf(request))}, ${script(options)});`;
  },
};

const HIDDEN = new RegExp(`[${UNSEEN}]`, 'gu');

/** Line breaks are only those between parts: in texts JSON has escaped them. */
const script = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replace(HIDDEN, sign => (sign === '\n' ? sign : escaped(sign)));

const escaped = (sign: string): string =>
  Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
