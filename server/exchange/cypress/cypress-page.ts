/** Commands about the page, the network and what tests keep. */
import { type ActionDraft, leftOut, literal } from '../../../model/exchange/test-drafts.ts';
import { optionOf } from '../codegen-patterns.ts';
import { isFunctionNode, type Node, type Reader, textOf } from '../codegen-reader.ts';
import { fieldText, numberOf, resolved, stringOf } from '../codegen-values.ts';
import { ACCESSIBILITY_COMMANDS } from './cypress-accessibility.ts';
import { act, invokeOnLink } from './cypress-actions.ts';
import {
  COMPUTED,
  type CypressChain,
  type CypressCommand,
  type CypressSubject,
  memberSubject,
} from './cypress-chain.ts';
import { should, withCallback } from './cypress-checks.ts';
import { awaitRequests, intercept, route } from './cypress-intercepts.ts';
import { KEPT_COMMANDS, keptCalled } from './cypress-kept.ts';
import { elementsOf, NO_ELEMENT, strangeOption } from './cypress-queries.ts';
import { request } from './cypress-requests.ts';

function visit(chain: CypressChain, [first, second]: readonly Node[]): string | undefined {
  const given = first === undefined ? undefined : resolved(chain.reader, first);
  const options = given?.type === 'ObjectExpression' ? given : second;
  const url = fieldText(chain.reader, given?.type === 'ObjectExpression' ? optionOf(given, 'url') : given);
  if (url === undefined) return 'The address is computed by the code.';
  const strange = strangeOption(
    options,
    new Set(['url', 'timeout', 'log', 'retryOnStatusCodeFailure', 'retryOnNetworkFailure']),
  );
  if (strange !== undefined)
    chain.state.notes.push(`“${chain.text.slice(0, 120)}”: the option “${strange}” is not taken over.`);
  return act(chain, { type: 'visit', url: url === '' ? '/' : url });
}

const plain =
  (draft: ActionDraft): CypressCommand =>
  chain =>
    act(chain, draft);

const go: CypressCommand = (chain, [where]) => {
  const text = stringOf(chain.reader, where);
  if (text === 'back' || text === '-1') return act(chain, { type: 'goBack' });
  return text === 'forward' || text === '1' ? act(chain, { type: 'goForward' }) : 'It goes further than one page.';
};

const wait: CypressCommand = (chain, [what]) => {
  const node = what === undefined ? undefined : resolved(chain.reader, what);
  const names = (node?.type === 'ArrayExpression' ? node.elements : [node]).map(one =>
    stringOf(chain.reader, one ?? undefined),
  );
  const [first] = names;
  if (first !== undefined && /^\d+$/.test(first)) return act(chain, { type: 'wait', until: 'time', value: first });
  if (names.length === 0 || !names.every(name => name?.startsWith('@'))) return COMPUTED;
  const checks = names.map(name => awaitRequests(chain, name?.slice(1) ?? ''));
  const [only, more] = checks;
  chain.subject =
    only !== undefined && more === undefined
      ? { of: 'response', action: only, path: [] }
      : { of: 'unknown', reason: 'Which of the requests is compared is not known here.' };
  const strange = names.filter((_name, at) => checks[at] === undefined);
  if (strange.length === 0) return undefined;
  chain.state.notes.push(
    `“cy.wait(${strange.join(', ')})” waits until the network is idle: which requests are meant is not known.`,
  );
  return act(chain, { type: 'wait', until: 'idle', comment: `Was: cy.wait('${strange.join("', '")}')` });
};

const viewport: CypressCommand = (chain, args) => {
  const [width, height] = args.map(one => numberOf(chain.reader, one));
  if (width === undefined || height === undefined)
    return 'Which size a preset has is not known here: name it in pixels, or give the test a device.';
  return act(chain, { type: 'emulate', width, height });
};

const fixture: CypressCommand = (chain, [name]) => {
  const text = stringOf(chain.reader, name);
  const node = text === undefined ? undefined : chain.state.fixture(text);
  chain.subject = node
    ? { of: 'known', node }
    : { of: 'unknown', reason: `The fixture “${text ?? '…'}” is a file of its own, which was not given as JSON.` };
  return undefined;
};

const as: CypressCommand = (chain, [name]) => {
  const alias = stringOf(chain.reader, name);
  if (alias === undefined) return COMPUTED;
  chain.state.aliases.set(alias, chain.subject);
  if (chain.subject.of === 'known') chain.reader.constants.set(`this.${alias}`, chain.subject.node);
  return undefined;
};

const within: CypressCommand = (chain, args) => {
  const locator = elementsOf(chain);
  const callback = args.find(isFunctionNode);
  if (locator === undefined || callback === undefined) return NO_ELEMENT;
  chain.state.scopes.push(locator);
  const reason = withCallback({ ...chain, isLook: false }, [callback]);
  chain.state.scopes.pop();
  chain.isLook = false;
  return reason;
};

const viewed =
  (what: 'url' | 'title'): CypressCommand =>
  chain => {
    chain.subject = { of: 'reading', what };
    return undefined;
  };

const location: CypressCommand = (chain, [part]) => {
  const name = stringOf(chain.reader, part);
  if (name === undefined) chain.subject = { of: 'reading', what: 'location' };
  else return its(Object.assign(chain, { subject: { of: 'reading', what: 'location' } }), [...(part ? [part] : [])]);
  return undefined;
};

const its: CypressCommand = (chain, [name]) => {
  const text = stringOf(chain.reader, name);
  if (chain.subject.of === 'unknown') return chain.subject.reason;
  const subject = text === undefined ? undefined : memberSubject(chain.subject, text);
  if (subject === undefined) return `The property “${text ?? '…'}” cannot be checked.`;
  chain.subject = subject;
  return undefined;
};

/** `text()`, `val()`, `attr('href')` of what was found. */
export function readSubject(
  reader: Reader,
  subject: CypressSubject,
  name: string,
  args: readonly Node[],
): CypressSubject | undefined {
  if (subject.of === 'window') return name === 'getItem' ? storedIn(reader, subject.storage, args) : undefined;
  if (subject.of !== 'elements') return undefined;
  const { locator } = subject;
  if (name === 'text' && args.length === 0) return { of: 'reading', what: 'text', locator };
  if (name === 'val' && args.length === 0) return { of: 'reading', what: 'value', locator };
  const attribute = name === 'attr' && args.length === 1 ? stringOf(reader, args[0]) : undefined;
  return attribute === undefined ? undefined : { of: 'reading', what: 'attribute', locator, attribute };
}

function storedIn(reader: Reader, of: string | undefined, [given]: readonly Node[]): CypressSubject | undefined {
  const name = fieldText(reader, given);
  return of !== undefined && name ? { of: 'stored', item: { of, name } } : undefined;
}

const invoke: CypressCommand = (chain, [name, ...args]) => {
  const method = stringOf(chain.reader, name) ?? '…';
  if (invokeOnLink(chain, method, args)) return undefined;
  const kept = keptCalled(chain, chain.subject, { name: method, args });
  if (kept !== undefined) return kept.reason;
  const subject = readSubject(chain.reader, chain.subject, method, args);
  if (subject === undefined) return `What “${method}” does to the element has no action.`;
  chain.subject = subject;
  chain.isLook = false;
  return undefined;
};

/** A dialog's answer goes before what opens it, as the code does it. */
const on: CypressCommand = (chain, [event, handler]) => {
  const name = /^window:(confirm|alert)$/.exec(stringOf(chain.reader, event) ?? '')?.[1];
  if (name === undefined || !isFunctionNode(handler)) return 'What happens in the page at some time is not watched.';
  const { body } = handler;
  const [only, more] = body.type === 'BlockStatement' ? body.body : [body];
  const value = only?.type === 'ReturnStatement' ? only.argument : only;
  const isRefused = more === undefined && value?.type === 'BooleanLiteral' && !value.value;
  const isSimple = only === undefined || (more === undefined && value?.type === 'BooleanLiteral');
  act(chain, { type: 'dialog', accept: name === 'alert' || !isRefused });
  if (!isSimple)
    chain.reader.actions.push(leftOut(textOf(chain.reader, handler), 'What a dialog says is not checked.'));
  return undefined;
};

const stub: CypressCommand = (chain, [, method]) => {
  const name = stringOf(chain.reader, method) ?? '';
  if (!/^(?:confirm|prompt|alert)$/.test(name)) return 'Functions of the page are not replaced.';
  chain.subject = { of: 'stub', method: name };
  return undefined;
};

const returns: CypressCommand = (chain, [value]) => {
  const node = value === undefined ? undefined : resolved(chain.reader, value);
  if (chain.subject.of !== 'stub' || node === undefined) return 'Functions of the page are not replaced.';
  const text = chain.subject.method === 'prompt' ? stringOf(chain.reader, node) : undefined;
  const isAccepted = text !== undefined || (node.type === 'BooleanLiteral' && node.value);
  return act(chain, { type: 'dialog', accept: isAccepted, ...(text === undefined ? {} : { text: literal(text) }) });
};

const session: CypressCommand = (chain, args) => {
  const setup = args.find(isFunctionNode);
  const options = args.find((one, at) => at > 1 && one.type === 'ObjectExpression');
  if (setup === undefined) return 'How it signs in is not in the file.';
  if (options !== undefined)
    chain.state.notes.push('“cy.session” signs in with each test here; its options are not taken over.');
  chain.state.readBody(chain.reader, setup);
  return undefined;
};

const log: CypressCommand = (chain, args) => {
  const text = args.map(one => fieldText(chain.reader, one) ?? textOf(chain.reader, one)).join(' ');
  return act(chain, { type: 'comment', text: text === '' ? '…' : text });
};

const screenshot: CypressCommand = (chain, [name]) => {
  const text = stringOf(chain.reader, name)?.replace(/^.*[\\/]/, '');
  const locator = elementsOf(chain);
  return act(chain, {
    type: 'screenshot',
    ...(text ? { name: literal(text) } : {}),
    ...(locator === undefined ? { fullPage: true } : { locator }),
  });
};

const left =
  (reason: string): CypressCommand =>
  () =>
    reason;

const each = left('What is done with each of the elements depends on how many there are.');

const pagesWindow: CypressCommand = chain => {
  chain.subject = { of: 'nothing' };
  return undefined;
};

const wrapped: CypressCommand = (chain, [value]) => {
  const bound = value?.type === 'Identifier' ? chain.state.bound.get(value.name) : undefined;
  const node = value === undefined ? undefined : resolved(chain.reader, value);
  const isPlain =
    node !== undefined &&
    (stringOf(chain.reader, node) !== undefined || /^(?:Object|Array)Expression$/.test(node.type));
  if (bound === undefined && !isPlain) return 'What it wraps is computed by the code.';
  chain.subject = bound ?? (node === undefined ? { of: 'nothing' } : { of: 'known', node });
  return undefined;
};

export const PAGE_COMMANDS: Readonly<Record<string, CypressCommand>> = {
  visit,
  reload: plain({ type: 'reload' }),
  go,
  wait,
  request,
  intercept,
  route,
  server: () => undefined,
  fixture,
  as,
  within,
  should,
  and: should,
  url: viewed('url'),
  title: viewed('title'),
  location,
  its,
  invoke,
  on,
  stub,
  returns,
  session,
  log,
  screenshot,
  pause: plain({ type: 'pause' }),
  debug: () => undefined,
  end: pagesWindow,
  wrap: wrapped,
  window: chain => {
    chain.subject = { of: 'window' };
    return undefined;
  },
  document: pagesWindow,
  each,
  viewport,
  ...KEPT_COMMANDS,
  ...ACCESSIBILITY_COMMANDS,
  getCookies: left('Cookies are checked by their names, one by one.'),
  task: left('It runs code outside of the browser.'),
  exec: left('It runs a program outside of the browser.'),
  readFile: left('Files of the computer are not read.'),
  writeFile: left('Files of the computer are not written.'),
  spy: left('Functions of the page are not watched.'),
  origin: left('Its commands are done in another origin: Steploom needs no such block, take its commands out of it.'),
  mount: left('It mounts a component; Steploom tests pages.'),
};
