const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const CONTROL = /[\0\r\n]/;

export const headerNameFault = (name: string): string | undefined =>
  NAME.test(name) ? undefined : `“${name}” is not a header name`;

export const headerValueFault = (value: string): string | undefined =>
  CONTROL.test(value) ? 'a header value must be a single line' : undefined;
