import { isRecord } from '../../../model/values/json-value.ts';
import { REDACTED, type Redactor, redactDeep } from '../../../model/values/redactor.ts';

/** Headers that let whoever reads them in. */
const CREDENTIALS = /^(?:(?:proxy-)?authorization|cookie|set-cookie)$|token|api-?key|secret|session/i;
const TEXT = /\.(?:html?|css|m?js|json|xml|svg|txt|csv|dat|xhtml)$/i;
const TYPED = '__playwright_value_';
const PASSWORD = /"type":"password"/i;

/** A file of a trace without secrets; bytes that hold no text stay as they are. */
export function maskTraceFile(name: string, bytes: Uint8Array, redact: Redactor): Uint8Array {
  if (name.endsWith('.network')) return maskLines(bytes, line => maskRequest(line, redact));
  if (name.endsWith('.trace')) return maskLines(bytes, line => maskEvent(line, redact));
  if (!TEXT.test(name)) return bytes;
  const text = decode(bytes);
  const safe = redact(text);
  return safe === text ? bytes : encode(safe);
}

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const maskLines = (bytes: Uint8Array, mask: (line: string) => string): Uint8Array =>
  encode(
    decode(bytes)
      .split('\n')
      .map(line => (line === '' ? line : mask(line)))
      .join('\n'),
  );

/** What is typed into a password field is nobody's business, whether it is known as a secret or not. */
function maskEvent(line: string, redact: Redactor): string {
  const hasPassword = PASSWORD.test(line) && line.includes(TYPED);
  if (!hasPassword && redact(line) === line) return line;
  const event: unknown = JSON.parse(line);
  return JSON.stringify(redactDeep(hasPassword ? withoutPasswords(event) : event, redact));
}

function withoutPasswords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPasswords);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, withoutPasswords(item)]);
  const masked = Object.fromEntries(entries);
  const isPassword = typeof masked.type === 'string' && masked.type.toLowerCase() === 'password';
  if (!isPassword) return masked;
  const typed = { ...(masked[TYPED] ? { [TYPED]: REDACTED } : {}), ...(masked.value ? { value: REDACTED } : {}) };
  return { ...masked, ...typed };
}

/** Cookies and headers that sign in are masked whatever they hold. */
function maskRequest(line: string, redact: Redactor): string {
  const event = JSON.parse(line, (key, value) => {
    if (key === 'headers' && Array.isArray(value)) return value.map(maskHeader);
    return key === 'cookies' && Array.isArray(value) ? [] : value;
  });
  return JSON.stringify(redactDeep(event, redact));
}

const maskHeader = (header: unknown): unknown =>
  isRecord(header) && typeof header.name === 'string' && CREDENTIALS.test(header.name)
    ? { ...header, value: REDACTED }
    : header;
