import { REDACTED } from './redactor.ts';

/** Headers whose values give access. */
const HEADER = /^(?:(?:proxy-)?authorization|cookie|set-cookie)$|token|api-?key|secret|session/i;
const NAMED = '[^"\'=&?\\s\\\\]*(?:token|passw(?:or)?d|secret|api[-_]?key|authorization|cookie)[^"\'=&?\\s\\\\]*';
const IN_JSON = new RegExp(`("${NAMED}"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*`, 'gi');
const IN_QUOTED_JSON = new RegExp(`(\\\\"${NAMED}\\\\"\\s*:\\s*\\\\")[^"\\\\]*`, 'gi');
const IN_FORM = new RegExp(`((?:^|[?&])${NAMED}=)[^&\\s]*`, 'gi');

export const isCredentialHeader = (name: string): boolean => HEADER.test(name);

/** JSON, a form or an address; values are credentials by their names. */
export const withoutCredentials = (text: string): string =>
  [IN_JSON, IN_QUOTED_JSON, IN_FORM].reduce((safe, pattern) => safe.replace(pattern, `$1${REDACTED}`), text);
