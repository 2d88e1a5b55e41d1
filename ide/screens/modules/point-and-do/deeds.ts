/** What can be done with an element that was pointed at, and the action that it becomes. Pure. */
import type { PointedElement } from '../../live/use-pointing.ts';
import { isTickable, isTicked, literally, plain, textCheck } from '../test/shown-checks.ts';
import { steadyFirst } from '../test/steady-locators.ts';

type DeedName =
  | 'click'
  | 'fill'
  | 'select'
  | 'check'
  | 'uncheck'
  | 'text'
  | 'value'
  | 'ticked'
  | 'visible'
  | 'count'
  | 'wait'
  | 'hover'
  | 'store';

export interface PointDeed {
  name: DeedName;
  label: string;
  /** What has to be said before it can be done. */
  asks?: 'text' | 'password' | 'option' | 'variable';
}

export type DoneAction = { type: string } & Record<string, unknown>;

const TYPED = new Set(['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox']);
const CLICKED = new Set(['button', 'link', 'tab', 'menuitem', 'option', 'treeitem', 'gridcell', 'summary']);

interface DeedFacts {
  isTyped: boolean;
  isList: boolean;
  isTickable: boolean;
  isTicked: boolean;
  isDisabled: boolean;
  isPassword: boolean;
}

function factsOf(element: PointedElement): DeedFacts {
  const { role, state = [], content = {} } = element;
  const isList = (content.options?.length ?? 0) > 0;
  const isPassword = content.isPassword === true;
  return {
    isList,
    isTyped: !isList && (TYPED.has(role) || isPassword || content.isEditable === true),
    isTickable: isTickable(element),
    isTicked: isTicked(element),
    isDisabled: state.includes('disabled'),
    isPassword,
  };
}

/** What comes to mind first for its role comes first; what cannot be done with it is left out. */
export function deedsFor(element: PointedElement): PointDeed[] {
  const facts = factsOf(element);
  const { isTyped, isList, isPassword, isDisabled } = facts;
  const isText = !isTyped && !isList && !facts.isTickable && !CLICKED.has(element.role);
  const tick: PointDeed = facts.isTicked ? { name: 'uncheck', label: 'Untick' } : { name: 'check', label: 'Tick' };
  const main: PointDeed[] = [
    ...(isTyped ? [{ name: 'fill', label: 'Type…', asks: isPassword ? 'password' : 'text' } as const] : []),
    ...(isList ? [{ name: 'select', label: 'Choose…', asks: 'option' } as const] : []),
    ...(facts.isTickable && !(facts.isTicked && element.role.endsWith('radio')) ? [tick] : []),
  ];
  const click: PointDeed = { name: 'click', label: 'Click' };
  const deeds = isText ? [...checksOf(element, facts), click] : [...main, click, ...checksOf(element, facts)];
  const ends: PointDeed[] = [
    { name: 'wait', label: 'Wait for' },
    { name: 'hover', label: 'Hover' },
    ...(isPassword ? [] : [{ name: 'store', label: 'Store…', asks: 'variable' } as const]),
  ];
  return [...deeds, ...ends].filter(({ name }) => !isDisabled || !CHANGING.has(name));
}

const CHANGING: ReadonlySet<DeedName> = new Set(['click', 'fill', 'select', 'check', 'uncheck', 'hover']);

function checksOf({ content = {} }: PointedElement, facts: DeedFacts): PointDeed[] {
  const { isTyped, isList } = facts;
  const hasText = content.text !== undefined && !isList;
  const hasValue = content.value !== undefined && (isTyped || isList);
  return [
    ...(hasText ? [{ name: 'text', label: 'Check text' } as const] : []),
    ...(hasValue ? [{ name: 'value', label: 'Check value' } as const] : []),
    ...(facts.isTickable
      ? [{ name: 'ticked', label: facts.isTicked ? 'Check ticked' : 'Check not ticked' } as const]
      : []),
    { name: 'visible', label: 'Check visible' },
    { name: 'count', label: 'Check count' },
  ];
}

interface DeedLocator {
  locator: string;
  fallbacks: readonly string[];
  /** How many elements it finds now. */
  count: number;
}

/** By which locator a deed finds the element: the one that was chosen, else the one that suits it best. */
export function locate(element: PointedElement, name: DeedName, chosen: string | undefined): DeedLocator {
  const { matches = [] } = element;
  const countOf = (locator: string) => matches.find(match => match.locator === locator)?.count ?? 1;
  const steady = steadyFirst(element, STEADY[name] ?? {});
  const several = name === 'count' ? matches.find(({ count }) => count > 1)?.locator : undefined;
  const locator = chosen ?? several ?? steady.locator;
  const others = [steady.locator, ...(steady.fallbacks ?? [])].filter(other => other !== locator);
  return { locator, fallbacks: name === 'count' ? [] : others, count: countOf(locator) };
}

/** A locator that is made of what is read would find nothing once that is something else. */
const STEADY: Partial<Record<DeedName, { matcher?: string; from?: string }>> = {
  text: { matcher: 'toHaveText' },
  value: { matcher: 'toHaveValue' },
  store: { from: 'text' },
};

/** What a field is given, what a list is set to, or the name of a variable. */
export function actionOf(element: PointedElement, name: DeedName, said: string, located: DeedLocator): DoneAction {
  const { locator, fallbacks, count } = located;
  const on = { locator, ...(fallbacks.length === 0 ? {} : { fallbacks }) };
  const { content = {} } = element;
  switch (name) {
    case 'click':
    case 'hover':
    case 'check':
    case 'uncheck':
      return { type: name, ...on };
    case 'fill':
      return { type: 'fill', ...on, value: said };
    case 'select':
      return { type: 'select', ...on, values: [plain(said)] };
    case 'text':
      return { type: 'assert', ...textCheck(content.text ?? ''), ...on };
    case 'value':
      return { type: 'assert', matcher: 'toHaveValue', ...on, expected: literally(content.value ?? '') };
    case 'ticked':
      return { type: 'assert', matcher: 'toBeChecked', ...on, ...(isTicked(element) ? {} : { not: true }) };
    case 'visible':
      return { type: 'assert', matcher: 'toBeVisible', ...on };
    case 'count':
      return { type: 'assert', matcher: 'toHaveCount', locator, expected: String(count) };
    case 'wait':
      return { type: 'wait', until: 'visible', ...on };
    case 'store':
      return { type: 'extract', from: content.value === undefined ? 'text' : 'value', ...on, into: said };
  }
}

/** A name for what is stored of an element: `Total price` becomes `totalPrice`. */
export function variableName({ name, role }: PointedElement): string {
  const words =
    name
      .normalize('NFD')
      .match(/[A-Za-z0-9]+/g)
      ?.slice(0, 4) ?? [];
  const [first = role, ...others] = words.length === 0 ? [role] : words.map(word => word.toLowerCase());
  const joined = [first, ...others.map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)].join('');
  return /^[0-9]/.test(joined) ? `_${joined}` : joined;
}
