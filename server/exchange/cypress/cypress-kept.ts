/** Commands about what the browser keeps for a site, and about the clock of the page. */
import type { ActionDraft } from '../../../model/exchange/test-drafts.ts';
import { clockDurationOf, clockTimeOf } from '../codegen-clock.ts';
import { withText } from '../codegen-elements.ts';
import { textNode } from '../codegen-patterns.ts';
import type { Node, Reader } from '../codegen-reader.ts';
import { cookieDraft, itemDraft, partsOf } from '../codegen-storage.ts';
import { fieldText, resolved, stringOf, textsOf } from '../codegen-values.ts';
import { act } from './cypress-actions.ts';
import { COMPUTED, type CypressChain, type CypressCommand, type CypressSubject } from './cypress-chain.ts';

/** Each test starts in a browser context of its own, in which there is nothing to clear. */
const clears =
  (of: 'cookie' | 'localStorage' | 'sessionStorage'): CypressCommand =>
  (chain, [given]) => {
    if (!hasPage(chain)) return undefined;
    const node = given && resolved(chain.reader, given);
    if (node === undefined || node.type === 'ObjectExpression')
      return act(chain, { type: 'storage', of, operation: 'clear' });
    const name = fieldText(chain.reader, node);
    return name ? act(chain, { type: 'storage', of, operation: 'remove', name }) : COMPUTED;
  };

/** As Playwright calls them. */
const PARTS: Readonly<Record<string, string>> = { expiry: 'expires' };
const SAME_SITE: Readonly<Record<string, string>> = { strict: 'Strict', lax: 'Lax', no_restriction: 'None' };

/** `cy.setCookie('token', 'abc', { httpOnly: true })` */
const setCookie: CypressCommand = (chain, [name, value, options]) => {
  const given = options === undefined ? new Map<string, Node>() : partsOf(chain.reader, options);
  if (name === undefined || value === undefined || given === undefined) return COMPUTED;
  const parts = new Map([...given].map(([part, node]) => [PARTS[part] ?? part, renamed(chain, part, node)] as const));
  const cookie = new Map([...parts, ['name', name] as const, ['value', value] as const]);
  const draft = cookieDraft(chain.reader, cookie, { name: 'setCookie', args: [name, value] });
  return draft === undefined ? COMPUTED : act(chain, draft);
};

function renamed({ reader }: CypressChain, part: string, node: Node): Node {
  const text = part === 'sameSite' ? (stringOf(reader, node) ?? '') : '';
  return Object.hasOwn(SAME_SITE, text) ? textNode(SAME_SITE[text] ?? text) : node;
}

/** It stops the time; without one of its own in 1970. Of the date alone, timers go on. */
const clock: CypressCommand = (chain, [time, functions]) => {
  const text = time === undefined ? '1970-01-01T00:00:00Z' : clockTimeOf(chain.reader, time);
  const stopped = functions === undefined ? undefined : textsOf(chain.reader, functions);
  if (text === undefined || (functions !== undefined && stopped === undefined)) return COMPUTED;
  if (stopped?.includes('Date') === false) return 'It stops timers while the date goes on, which no action does.';
  chain.subject = { of: 'clock' };
  chain.state.aliases.set('clock', chain.subject);
  return act(chain, { type: 'clock', do: stopped?.length === 1 ? 'hold' : 'pause', time: text });
};

const tick: CypressCommand = (chain, args) => {
  const reason = clockCalled(chain, 'tick', args);
  chain.subject = { of: 'clock' };
  return reason;
};

type ClockCall = (reader: Reader, given: Node | undefined) => ActionDraft | undefined;

const CLOCK_CALLS: Readonly<Record<string, ClockCall>> = {
  tick: (reader, by) => withText(by && clockDurationOf(reader, by), text => ({ type: 'clock', do: 'run', by: text })),
  setSystemTime: (reader, time) =>
    withText(time && clockTimeOf(reader, time), text => ({ type: 'clock', do: 'pause', time: text })),
  restore: () => ({ type: 'clock', do: 'resume' }),
};

/** `clock.tick(1000)` */
function clockCalled(chain: CypressChain, name: string, [given]: readonly Node[]): string | undefined {
  const make = Object.hasOwn(CLOCK_CALLS, name) ? CLOCK_CALLS[name] : undefined;
  if (make === undefined) return `What “${name}” does to the clock has no action.`;
  const draft = make(chain.reader, given);
  return draft === undefined ? COMPUTED : act(chain, draft);
}

interface CalledMethod {
  name: string;
  args: readonly Node[];
}

function storageCalled(chain: CypressChain, of: string, called: CalledMethod): string | undefined {
  const draft = itemDraft(chain.reader, { of, ...called });
  if (draft === undefined) return COMPUTED;
  return hasPage(chain) ? act(chain, draft) : 'It needs a page of its site: store it behind the first “visit”.';
}

const hasPage = ({ reader }: CypressChain): boolean => reader.actions.some(({ type }) => type === 'visit');

/** What is called of a clock or a storage; undefined for what is about something else, or only reads. */
export function keptCalled(
  chain: CypressChain,
  subject: CypressSubject,
  call: CalledMethod,
): { reason: string | undefined } | undefined {
  if (subject.of === 'clock') return { reason: clockCalled(chain, call.name, call.args) };
  if (subject.of !== 'window' || subject.storage === undefined || !/^(?:setItem|removeItem|clear)$/.test(call.name))
    return undefined;
  return { reason: storageCalled(chain, subject.storage, call) };
}

const getCookie: CypressCommand = (chain, [given]) => {
  const name = fieldText(chain.reader, given);
  if (!name) return COMPUTED;
  chain.subject = { of: 'stored', item: { of: 'cookie', name } };
  return undefined;
};

export const KEPT_COMMANDS: Readonly<Record<string, CypressCommand>> = {
  clearCookies: clears('cookie'),
  clearCookie: clears('cookie'),
  clearAllCookies: clears('cookie'),
  clearLocalStorage: clears('localStorage'),
  clearAllLocalStorage: clears('localStorage'),
  clearAllSessionStorage: clears('sessionStorage'),
  setCookie,
  getCookie,
  clock,
  tick,
};
