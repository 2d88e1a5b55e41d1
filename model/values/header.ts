const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const CONTROL = /[\0\r\n]/;

/** What is wrong with the name of an HTTP header; undefined when nothing is. */
export const headerNameFault = (name: string): string | undefined =>
  NAME.test(name) ? undefined : `“${name}” is not a header name`;

/** What is wrong with the value of an HTTP header; undefined when nothing is. */
export const headerValueFault = (value: string): string | undefined =>
  CONTROL.test(value) ? 'a header value must be a single line' : undefined;
