/** Cookies and stored items that code sets, reads and removes, by calls of the context or by scripts of the page. */
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import { turnTo } from './codegen-elements.ts';
import { isOfWindow, pageOf } from './codegen-objects.ts';
import { keyOf, optionOf } from './codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  isFunctionNode,
  type Node,
  plainValue,
  type Reader,
  textOf,
} from './codegen-reader.ts';
import { tellDropped } from './codegen-settle.ts';
import { fieldText, numberOf, resolved, stringOf } from './codegen-values.ts';

/** False for what is about something else, or is computed by the code. */
export function storageCall(reader: Reader, call: CodegenCall): boolean {
  if (call.name === 'addCookies' || call.name === 'clearCookies') return cookieCall(reader, call);
  const found = itemCall(reader, call);
  const draft = found && itemDraft(reader, found);
  if (found === undefined || draft === undefined) return false;
  turnTo(reader, found.page);
  reader.actions.push(draft);
  return true;
}

/** `localStorage.getItem('token')` in the page. */
export function itemRead(reader: Reader, call: CodegenCall): StoredPlace | undefined {
  const found = itemCall(reader, call);
  const name = found?.name === 'getItem' ? fieldText(reader, found.args[0]) : undefined;
  return found && name ? { page: found.page, item: { of: found.of, name } } : undefined;
}

interface StoredPlace {
  page: number;
  item: { of: string; name: string };
}

function cookieCall(reader: Reader, call: CodegenCall): boolean {
  if (!isOfWindow(reader, call.owner)) return false;
  const drafts = call.name === 'addCookies' ? addedCookies(reader, call) : clearedCookies(reader, call);
  if (drafts !== undefined) reader.actions.push(...drafts);
  return drafts !== undefined;
}

function clearedCookies(reader: Reader, { args: [given] }: CodegenCall): ActionDraft[] | undefined {
  if (given === undefined) return [{ type: 'storage', of: 'cookie', operation: 'clear' }];
  const filter = partsOf(reader, given);
  if (filter === undefined || [...filter.keys()].some(key => key !== 'name' && key !== 'domain')) return undefined;
  const texts = [...filter].map(([key, node]) => [key, fieldText(reader, node)] as const);
  if (texts.some(([, text]) => text === undefined)) return undefined;
  const operation = filter.has('name') ? 'remove' : 'clear';
  return [{ type: 'storage', of: 'cookie', operation, ...Object.fromEntries(texts) }];
}

function addedCookies(reader: Reader, call: CodegenCall): ActionDraft[] | undefined {
  const [given] = call.args;
  const list = given && resolved(reader, given);
  if (list?.type !== 'ArrayExpression' || list.elements.length === 0) return undefined;
  const drafts = list.elements.map(each => (each === null ? undefined : addedCookie(reader, each, call)));
  return drafts.some(each => each === undefined) ? undefined : drafts.flatMap(each => each ?? []);
}

function addedCookie(reader: Reader, given: Node, call: CodegenCall): ActionDraft | undefined {
  const cookie = partsOf(reader, given);
  return cookie && cookieDraft(reader, cookie, call);
}

/** A cookie by the parts that Playwright gives it; undefined where its name, value or site are computed by the code. */
export function cookieDraft(
  reader: Reader,
  cookie: ReadonlyMap<string, Node>,
  call: Pick<CodegenCall, 'name' | 'args'>,
): ActionDraft | undefined {
  const name = fieldText(reader, cookie.get('name'));
  const value = fieldText(reader, cookie.get('value'));
  const site = siteOf(reader, cookie);
  if (name === undefined || value === undefined || site === undefined) return undefined;
  const sameSite = fieldText(reader, cookie.get('sameSite'));
  if (cookie.has('partitionKey')) tellDropped(reader, call, 'a cookie has no partition.');
  return {
    ...{ type: 'storage', of: 'cookie', operation: 'set', name, value },
    ...site,
    ...endOf(reader, cookie.get('expires'), call),
    ...truth(reader, 'httpOnly', cookie.get('httpOnly')),
    ...truth(reader, 'secure', cookie.get('secure')),
    ...(sameSite === undefined ? {} : { sameSite }),
  };
}

/** Undefined where nobody can tell; empty for the site that the test is about. */
function siteOf(reader: Reader, cookie: ReadonlyMap<string, Node>): Record<string, unknown> | undefined {
  const [url, domain, path] = ['url', 'domain', 'path'].map(key => cookie.get(key));
  const pathText = fieldText(reader, path);
  const ofPath = pathText === undefined || pathText === '/' ? {} : { path: pathText };
  if (url !== undefined) return ofAddress(stringOf(reader, url) ?? '');
  if (domain === undefined || /^new URL\(/.test(textOf(reader, plainValue(domain)))) return ofPath;
  const text = fieldText(reader, domain);
  return text === undefined ? undefined : { domain: text, ...ofPath };
}

function ofAddress(address: string): Record<string, unknown> {
  const url = address.includes('\uE000') ? null : URL.parse(address);
  if (url === null) return {};
  const path = url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1);
  return {
    domain: url.hostname,
    ...(path === '/' ? {} : { path }),
    ...(url.protocol === 'https:' ? { secure: true } : {}),
  };
}

function endOf(
  reader: Reader,
  expires: Node | undefined,
  call: Pick<CodegenCall, 'name' | 'args'>,
): { expires?: string } {
  if (expires === undefined || /^-\s*1$/.test(textOf(reader, expires))) return {};
  const seconds = numberOf(reader, expires);
  const date = seconds === undefined ? undefined : new Date(Math.round(seconds * 1_000));
  if (date !== undefined && !Number.isNaN(date.getTime())) return { expires: date.toISOString().replace('.000Z', 'Z') };
  tellDropped(reader, call, 'the cookie lasts until the window closes: when it expires is computed by the code.');
  return {};
}

function truth(reader: Reader, name: string, node: Node | undefined): object {
  const value = node && resolved(reader, node);
  return value?.type === 'BooleanLiteral' ? { [name]: value.value } : {};
}

/** The parts of an object by their names; undefined where something in it is not spelled out. */
export function partsOf(reader: Reader, given: Node): Map<string, Node> | undefined {
  const node = resolved(reader, given);
  if (node.type !== 'ObjectExpression') return undefined;
  const found = new Map<string, Node>();
  for (const part of node.properties) {
    const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
    if (part.type !== 'ObjectProperty' || key === undefined) return undefined;
    found.set(key, part.value);
  }
  return found;
}

interface ItemCall {
  page: number;
  of: string;
  name: string;
  args: readonly (Node | undefined)[];
}

/** `setItem`, `removeItem` or `clear` of a storage. */
export function itemDraft(reader: Reader, { of, name: called, args }: Omit<ItemCall, 'page'>): ActionDraft | undefined {
  const [name, value] = args.map(node => fieldText(reader, node));
  const draft = { type: 'storage', of };
  if (called === 'clear') return { ...draft, operation: 'clear' };
  if (called === 'removeItem' && name) return { ...draft, operation: 'remove', name };
  return called === 'setItem' && name && value !== undefined ? { ...draft, operation: 'set', name, value } : undefined;
}

const STORAGES = /^(?:(?:window|globalThis|self)\.)?(localStorage|sessionStorage)$/;

/** `page.evaluate(value => localStorage.setItem('token', value), token)`, `page.localStorage.setItem('token', 'abc')` */
function itemCall(reader: Reader, { owner, name, args: [code, given] }: CodegenCall): ItemCall | undefined {
  const page = pageOf(reader, owner);
  if (page === undefined || name !== 'evaluate') return ownCall(reader, { owner, name, args: [code, given] });
  if (!isFunctionNode(code)) return undefined;
  const inner = callOf(plainValue(onlyStatement(code.body)));
  const of = inner && STORAGES.exec(textOf(reader, inner.owner))?.[1];
  if (inner === undefined || of === undefined) return undefined;
  const [parameter] = code.params;
  const args = inner.args.map(node => givenFor(reader, node, { parameter, given }));
  return { page, of, name: inner.name, args };
}

function ownCall(
  reader: Reader,
  { owner, name, args }: Pick<CodegenCall, 'owner' | 'name'> & { args: readonly (Node | undefined)[] },
): ItemCall | undefined {
  if (owner.type !== 'MemberExpression' || owner.property.type !== 'Identifier') return undefined;
  const page = pageOf(reader, owner.object);
  const of = STORAGES.exec(owner.property.name)?.[1];
  return page === undefined || of === undefined ? undefined : { page, of, name, args };
}

function onlyStatement(body: Node): Node {
  if (body.type !== 'BlockStatement') return body;
  const [only, more] = body.body;
  if (more !== undefined) return body;
  if (only?.type === 'ExpressionStatement') return only.expression;
  return (only?.type === 'ReturnStatement' && only.argument) || body;
}

/** What a name of the function in the page stands for. */
function givenFor(
  reader: Reader,
  node: Node,
  { parameter, given }: { parameter: Node | undefined; given: Node | undefined },
): Node | undefined {
  if (node.type !== 'Identifier') return node;
  if (parameter?.type === 'Identifier') return parameter.name === node.name ? given : undefined;
  const whole = given && resolved(reader, given);
  if (parameter?.type === 'ArrayPattern' && whole?.type === 'ArrayExpression') {
    const at = parameter.elements.findIndex(part => part?.type === 'Identifier' && part.name === node.name);
    return whole.elements[at] ?? undefined;
  }
  if (parameter?.type !== 'ObjectPattern') return undefined;
  const key = parameter.properties.flatMap(part =>
    part.type === 'ObjectProperty' && part.value.type === 'Identifier' && part.value.name === node.name
      ? (keyOf(part) ?? [])
      : [],
  )[0];
  return key === undefined ? undefined : optionOf(whole, key);
}
