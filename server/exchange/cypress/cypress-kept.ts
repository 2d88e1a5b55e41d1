/** Commands about what the browser keeps for a site, and about the clock of the page. */
import { clockDurationOf, clockTimeOf } from '../codegen-clock.ts';
import { textNode } from '../codegen-patterns.ts';
import type { Node } from '../codegen-reader.ts';
import { cookieDraft, partsOf } from '../codegen-storage.ts';
import { fieldText, resolved, stringOf } from '../codegen-values.ts';
import { act } from './cypress-actions.ts';
import type { CypressChain, CypressCommand } from './cypress-chain.ts';

const COMPUTED = 'What it is given is computed by the code.';

/** Each test starts in a browser context of its own, in which there is nothing to clear. */
const clears =
  (of: 'cookie' | 'localStorage' | 'sessionStorage'): CypressCommand =>
  (chain, [given]) => {
    if (!chain.reader.actions.some(({ type }) => type === 'visit')) return undefined;
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

/** It stops the time; without one of its own in 1970. */
const clock: CypressCommand = (chain, [time]) => {
  const text = time === undefined ? '1970-01-01T00:00:00Z' : clockTimeOf(chain.reader, time);
  return text === undefined ? COMPUTED : act(chain, { type: 'clock', do: 'pause', time: text });
};

const tick: CypressCommand = (chain, [by]) => {
  const text = by === undefined ? undefined : clockDurationOf(chain.reader, by);
  return text === undefined ? COMPUTED : act(chain, { type: 'clock', do: 'run', by: text });
};

export const KEPT_COMMANDS: Readonly<Record<string, CypressCommand>> = {
  clearCookies: clears('cookie'),
  clearCookie: clears('cookie'),
  clearAllCookies: clears('cookie'),
  clearLocalStorage: clears('localStorage'),
  clearAllLocalStorage: clears('localStorage'),
  clearAllSessionStorage: clears('sessionStorage'),
  setCookie,
  clock,
  tick,
};
