import { type Action, actionTitle, elementUse } from '../../model/actions/index.ts';
import type { ElementProbe, ProbeAnswer } from '../../model/protocol/element-probe.ts';
import { literalText } from '../../model/values/template.ts';
import type { CheckedAction } from './check-actions.ts';
import type { KnownNames } from './known-names.ts';

/** What is to be looked up for an action, or why nothing can be. */
export interface Lookup {
  probe?: ElementProbe;
  notChecked?: string;
  /** What may have led to another page before it. */
  mayHaveLeft?: string;
}

interface PageThere {
  /** Of the page that is open. */
  url: string;
  /** The address that a `visit` means. */
  resolve(url: string): string | undefined;
}

/** They leave the page as it is. */
const STAYING: readonly string[] = [
  ...['fill', 'hover', 'scroll', 'assert', 'extract', 'wait', 'screenshot', 'comment', 'dialog', 'download', 'request'],
  ...['group', 'if', 'else', 'loop', 'end', 'upload', 'pause'],
];

/** They lead elsewhere for sure, or do what is not looked into here. */
const LEAVING: readonly string[] = ['goBack', 'goForward', 'newTab', 'switchTab', 'closeTab', 'plugTest'];

/** Which locators can be looked up on the page that is open, when the actions before them are thought to be done. */
export function planLookups(checked: readonly CheckedAction[], names: KnownNames, page: PageThere): Lookup[] {
  let left: string | undefined;
  let mayHaveLeft: string | undefined;
  return checked.map(({ action }, index) => {
    if (action === undefined || action.disabled) return action === undefined ? {} : { notChecked: 'It is disabled.' };
    const lookup = lookupOf(action, { names, left, mayHaveLeft });
    const does = `Action ${index} (${actionTitle(action)})`;
    if (action.type === 'visit') {
      left = isHere(action.url, page) ? undefined : `${does} leads to another page; open that page to look this up.`;
      mayHaveLeft = undefined;
    } else if (LEAVING.includes(action.type))
      left ??= `${does} may lead to another page; open that page to look this up.`;
    else if (!STAYING.includes(action.type)) mayHaveLeft ??= does;
    return lookup;
  });
}

interface Way {
  names: KnownNames;
  left: string | undefined;
  mayHaveLeft: string | undefined;
}

function lookupOf(action: Action, { names, left, mayHaveLeft }: Way): Lookup {
  if (!('locator' in action) || action.locator === undefined) return {};
  if (left !== undefined) return { notChecked: left };
  const later = names.laterName(action.locator);
  if (later !== undefined) return { notChecked: `Its locator uses ${later}, which has a value only in a run.` };
  const values = 'values' in action && Array.isArray(action.values) ? action.values : [];
  const options = values.map(literalText).filter(text => text !== undefined);
  const probe = { locator: action.locator, use: elementUse(action), options };
  return { probe, ...(mayHaveLeft === undefined ? {} : { mayHaveLeft }) };
}

function isHere(url: string, { url: there, resolve }: PageThere): boolean {
  const literal = literalText(url);
  const target = literal === undefined ? undefined : resolve(literal);
  return target !== undefined && withoutHash(target) === withoutHash(there);
}

function withoutHash(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : `${parsed.origin}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`;
}

/** What a lookup says of its action. What is missing behind a click may be on the page that the click leads to. */
export function readAnswer(answer: ProbeAnswer, { mayHaveLeft }: Lookup) {
  if (answer.state === 'unknown') return { notChecked: answer.message };
  const { matches, element, fault, candidates, better } = answer;
  const seen = { matches, ...(element === undefined ? {} : { element }), ...(better === undefined ? {} : { better }) };
  if (fault === undefined) return seen;
  if (mayHaveLeft !== undefined) return { ...seen, notChecked: `${fault} That may be otherwise after ${mayHaveLeft}.` };
  return { ...seen, error: { message: fault, field: 'locator', ...(candidates === undefined ? {} : { candidates }) } };
}
