/** A chain of Cypress: what its commands work on, one after the other. */
import type { ActionDraft } from '../../../model/exchange/test-drafts.ts';
import { fieldOf } from '../codegen-objects.ts';
import { callOf, type FunctionNode, type Node, type Reader, textOf } from '../codegen-reader.ts';
import { calledIn, readerInside } from '../codegen-values.ts';
import { functionIn } from './cypress-objects.ts';

/** What a command yields to the next one. */
export type CypressSubject =
  | { of: 'nothing' }
  | { of: 'elements'; locator: string; isOne: boolean }
  | { of: 'reading'; what: CypressReading; locator?: string; attribute?: string }
  /** What an action gets: the answer to a call, or a request of the page with its answer. */
  | { of: 'response'; action: ActionDraft; path: readonly string[] }
  | InterceptedRequests
  | { of: 'window'; storage?: string }
  | { of: 'clock' }
  | StoredItem
  | { of: 'stub'; method: string }
  | { of: 'known'; node: Node }
  | { of: 'unknown'; reason: string };

type CypressReading =
  | 'text'
  | 'value'
  | 'attribute'
  | 'count'
  | 'url'
  | 'title'
  | 'location'
  | 'pathname'
  | 'hash'
  | 'search';

export type WatchedRequests = Readonly<{ url: string; method?: string }>;

interface InterceptedRequests {
  of: 'intercepted';
  requests: WatchedRequests;
  /** How many actions were there before. */
  since: number;
  /** The last check that waits for one. */
  waited?: ActionDraft | undefined;
}

/** A cookie, or an item of a storage. */
export interface StoredItem {
  of: 'stored';
  item: Readonly<{ of: string; name: string }>;
}

export const COMPUTED = 'What it is given is computed by the code.';

export interface CypressState {
  commands: ReadonlyMap<string, FunctionNode>;
  /** Commands of Cypress that the file gives another meaning. */
  overwritten: ReadonlySet<string>;
  aliases: Map<string, CypressSubject>;
  /** Parameters of callbacks, by name. */
  bound: Map<string, CypressSubject>;
  /** Names under which actions keep what they get, where something is read of it. */
  kept: Map<ActionDraft, string>;
  /** The elements of `within`, the innermost last. */
  scopes: string[];
  notes: string[];
  fixture(name: string): Node | undefined;
  readBody(reader: Reader, body: FunctionNode): void;
}

export interface CypressChain {
  state: CypressState;
  reader: Reader;
  subject: CypressSubject;
  /** The last command only looked, which in Cypress is a check that there is something. */
  isLook: boolean;
  /** The time limit that a command has, for all after it. */
  limit: { timeoutMs?: number };
  /** The command as it is written. */
  text: string;
}

/** Returns why the command cannot be taken over. */
export type CypressCommand = (chain: CypressChain, args: readonly Node[]) => string | undefined;

export interface CypressLink {
  reader: Reader;
  name: string;
  args: readonly Node[];
  /** Where the command begins in the text, without its owner. */
  node: Node;
  start: number;
}

const MOST_LINKS = 2_000;

/** Undefined where the code is no chain of `cy`. */
export function linksOf(state: CypressState, reader: Reader, node: Node): CypressLink[] | undefined {
  const links: CypressLink[] = [];
  let at = node;
  for (let call = callOf(at); call !== undefined && links.length < MOST_LINKS; call = callOf(at)) {
    if (call.owner.type !== 'Identifier' && chainBehind(reader, at) !== undefined) break;
    if (call.owner.type === 'Identifier' && call.owner.name !== 'cy') break;
    links.unshift({ reader, name: call.name, args: call.args, node: at, start: call.owner.end ?? 0 });
    at = call.owner;
  }
  if (at.type === 'Identifier' && at.name === 'cy') return links.flatMap(link => ownCommand(state, link) ?? [link]);
  const behind = chainBehind(reader, at);
  const first = behind && linksOf(state, behind.reader, behind.value);
  return first && [...first, ...links];
}

interface ChainBehind {
  reader: Reader;
  value: Node;
}

/** `page.name()` and `page.name`, where it returns a chain. */
function chainBehind(reader: Reader, node: Node): ChainBehind | undefined {
  if (node.type === 'MemberExpression') {
    const field = fieldOf(reader, node);
    return field && { reader: { ...field.inner, actions: reader.actions, names: reader.names }, value: field.value };
  }
  const found = calledIn(reader, node) ?? functionIn(reader, node);
  const value = found && returnedBy(found.called);
  return found && value && { reader: found.inner, value };
}

function returnedBy({ body }: FunctionNode): Node | undefined {
  const [only, more] = body.type === 'BlockStatement' ? body.body : [body];
  if (more !== undefined || only?.type === 'ExpressionStatement') return undefined;
  return (only?.type === 'ReturnStatement' ? only.argument : only) ?? undefined;
}

/** A command of the file that is nothing but a chain. */
function ownCommand(state: CypressState, { name, reader, node }: CypressLink): CypressLink[] | undefined {
  const called = state.commands.get(name);
  const value = called && returnedBy(called);
  if (called === undefined || value === undefined || node.type !== 'CallExpression' || reader.running.includes(called))
    return undefined;
  const inner = insideOf(reader, called, node.arguments);
  return inner && linksOf(state, inner, value);
}

/** Undefined where more is given than the function names. */
export function insideOf(reader: Reader, called: FunctionNode, given: readonly Node[]): Reader | undefined {
  const named = called.params.filter(({ type }) => type !== 'RestElement');
  return given.length > named.length || reader.running.includes(called)
    ? undefined
    : readerInside(reader, called, given);
}

const PARTS: Readonly<Record<string, 'url' | 'pathname' | 'hash' | 'search'>> = {
  href: 'url',
  pathname: 'pathname',
  hash: 'hash',
  search: 'search',
};

/** `response.body.name`, `location.pathname`, `$el.length`. */
export function memberSubject(subject: CypressSubject, name: string): CypressSubject | undefined {
  if (subject.of === 'response') return { ...subject, path: [...subject.path, ...name.split('.')] };
  if (subject.of === 'intercepted')
    return subject.waited && { of: 'response', action: subject.waited, path: name.split('.') };
  if (subject.of === 'stored') return name === 'value' ? subject : undefined;
  if (subject.of === 'window') return partOfWindow(subject.storage, name);
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  if (subject.of === 'reading' && subject.what === 'location' && part !== undefined)
    return { of: 'reading', what: part };
  if (subject.of === 'elements' && name === 'length') return { of: 'reading', what: 'count', locator: subject.locator };
  return undefined;
}

/** `window.localStorage`, and items of it that are read like fields. */
function partOfWindow(storage: string | undefined, name: string): CypressSubject | undefined {
  if (storage !== undefined) return { of: 'stored', item: { of: storage, name } };
  const [first = '', item, more] = name.split('.');
  if (!/^(?:local|session)Storage$/.test(first) || more !== undefined) return undefined;
  return item === undefined ? { of: 'window', storage: first } : { of: 'stored', item: { of: first, name: item } };
}

export const quoteOf = ({ reader, node, start }: CypressLink): string => `…${textOf(reader, { ...node, start })}`;
