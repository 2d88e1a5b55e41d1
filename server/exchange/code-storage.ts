import type { ActionOf } from '../../model/actions/index.ts';
import { readPointInTime } from '../../model/values/point-in-time.ts';
import { literalText } from '../../model/values/template.ts';
import { type CodeValues, member, type NameScope, pageIn, quoted } from './code-values.ts';

interface StorageCode {
  values: CodeValues;
  scope: NameScope;
}

type StoredItemAction = ActionOf<'storage'>;

export const storageLines = (action: StoredItemAction, place: StorageCode): string[] =>
  action.of === 'cookie' ? cookieLines(action, place) : webLines(action, action.of, place);

const textCode = (template: string, { values, scope }: StorageCode): string => values.text(template, scope);

function cookieLines(action: StoredItemAction, place: StorageCode): string[] {
  const { operation, domain, name = '' } = action;
  const context = `${pageIn(place)}.context()`;
  const named = `name: ${textCode(name, place)}`;
  const ofDomain = domain === undefined ? [] : [`domain: ${textCode(domain, place)}`];
  switch (operation) {
    case 'set':
      return [`await ${context}.addCookies([{ ${cookieParts(action, place).join(', ')} }]);`];
    case 'read':
      return [keeping(action, `${cookieCode(action, place)} ?? null`, place)];
    case 'check':
      return [checking(action, { read: cookieCode(action, place), isAsync: true, missing: 'undefined' }, place)];
    case 'remove':
      return [`await ${context}.clearCookies({ ${[named, ...ofDomain].join(', ')} });`];
    case 'clear':
      return [`await ${context}.clearCookies(${ofDomain.length === 0 ? '' : `{ ${ofDomain.join(', ')} }`});`];
  }
}

function cookieParts(action: StoredItemAction, place: StorageCode): string[] {
  const { name = '', value = '', domain, path = '/', expires, httpOnly, secure, sameSite } = action;
  return [
    `name: ${textCode(name, place)}`,
    `value: ${textCode(value, place)}`,
    `domain: ${domain === undefined ? hostCode(place) : textCode(domain, place)}`,
    `path: ${textCode(path, place)}`,
    ...(expires === undefined ? [] : [`expires: ${endCode(expires, place)}`]),
    ...(httpOnly === undefined ? [] : [`httpOnly: ${httpOnly}`]),
    ...(secure === undefined ? [] : [`secure: ${secure}`]),
    ...(sameSite === undefined ? [] : [`sameSite: ${quoted(sameSite)}`]),
  ];
}

/** Of the page, before which the app stands for it. */
function hostCode(place: StorageCode): string {
  const { appUrl } = place.values.needs;
  const address = `${pageIn(place)}.url()`;
  if (appUrl === '') return `new URL(${address}).hostname`;
  const base = `process.env.BASE_URL ?? ${quoted(appUrl)}`;
  return `new URL(${address}.startsWith('http') ? ${address} : ${base}).hostname`;
}

/** In seconds since 1970. */
function endCode(template: string, place: StorageCode): string {
  const literal = literalText(template);
  const time = literal === undefined ? undefined : readPointInTime(literal);
  if (time?.kind === 'known') return String(time.ms / 1_000);
  const written = time === undefined ? textCode(template, place) : quoted(time.local);
  return `new Date(${written}).getTime() / 1000`;
}

function cookieCode({ name = '', domain }: StoredItemAction, place: StorageCode): string {
  const isNamed = `cookie.name === ${textCode(name, place)}`;
  const page = pageIn(place);
  const jar = `(await ${page}.context().cookies(${domain === undefined ? `${page}.url()` : ''}))`;
  const isThere =
    domain === undefined ? '' : ` && \`.\${cookie.domain}\`.endsWith(\`.\${${textCode(domain, place)}}\`)`;
  return `${jar}.find(cookie => ${isNamed}${isThere})?.value`;
}

function webLines(action: StoredItemAction, of: 'localStorage' | 'sessionStorage', place: StorageCode): string[] {
  const name = textCode(action.name ?? '', place);
  const page = pageIn(place);
  const read = `${page}.evaluate(name => ${of}.getItem(name), ${name})`;
  switch (action.operation) {
    case 'set': {
      const given = `[${name}, ${textCode(action.value ?? '', place)}]`;
      return [`await ${page}.evaluate(([name, value]) => ${of}.setItem(name, value), ${given});`];
    }
    case 'read':
      return [keeping(action, `await ${read}`, place)];
    case 'check':
      return [checking(action, { read, isAsync: false, missing: 'null' }, place)];
    case 'remove':
      return [`await ${page}.evaluate(name => ${of}.removeItem(name), ${name});`];
    case 'clear':
      return [`await ${page}.evaluate(() => ${of}.clear());`];
  }
}

function keeping({ into = '' }: StoredItemAction, read: string, { values }: StorageCode): string {
  values.needs.variables = true;
  return `${member('vars', into)} = ${read};`;
}

interface ReadCode {
  read: string;
  isAsync: boolean;
  /** What it gives where nothing is stored. */
  missing: 'null' | 'undefined';
}

function checking(
  action: StoredItemAction,
  { read, isAsync, missing }: ReadCode,
  { values, scope }: StorageCode,
): string {
  const { expected, not = false, timeoutMs } = action;
  const isPattern = expected?.startsWith('/') === true;
  const limit = timeoutMs === undefined ? '' : `, { timeout: ${timeoutMs} }`;
  const value = isPattern ? `${isAsync ? read : `(await ${read})`} ?? ''` : read;
  const look = isPattern || isAsync ? `async () => ${value}` : `() => ${value}`;
  const poll = `await expect.poll(${look}${limit})`;
  if (expected === undefined) return `${poll}${not ? '' : '.not'}.toBe(${missing});`;
  return `${poll}${not ? '.not' : ''}.${isPattern ? 'toMatch' : 'toBe'}(${values.pattern(expected, scope)});`;
}
