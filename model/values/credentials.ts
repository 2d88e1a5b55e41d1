import { REDACTED } from './redactor.ts';

/** Headers that let whoever reads them in. */
const HEADER = /^(?:(?:proxy-)?authorization|cookie|set-cookie)$|token|api-?key|secret|session/i;
const NAMED = '[^"\'=&?\\s\\\\]*(?:token|passw(?:or)?d|secret|api[-_]?key|authorization|cookie)[^"\'=&?\\s\\\\]*';
const IN_JSON = new RegExp(`("${NAMED}"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*`, 'gi');
/** Within a text of JSON. */
const IN_QUOTED_JSON = new RegExp(`(\\\\"${NAMED}\\\\"\\s*:\\s*\\\\")[^"\\\\]*`, 'gi');
const IN_FORM = new RegExp(`((?:^|[?&])${NAMED}=)[^&\\s]*`, 'gi');

/** Whether the value of a header is a credential, whatever it holds. */
export const isCredentialHeader = (name: string): boolean => HEADER.test(name);

/** A text of JSON or of a form, or an address, without the values that are credentials by their names. */
export const withoutCredentials = (text: string): string =>
  [IN_JSON, IN_QUOTED_JSON, IN_FORM].reduce((safe, pattern) => safe.replace(pattern, `$1${REDACTED}`), text);
