import { escapeExpressions } from '../../../../model/values/template.ts';
import type { NewAction } from '../../../app/edits.ts';
import type { PickedElement } from '../../../app/tool-replies.ts';
import { isTickable, isTicked, literally, textCheck } from '../test/shown-checks.ts';
import { steadyFirst } from '../test/steady-locators.ts';

type ChoiceName =
  | 'click'
  | 'fill'
  | 'select'
  | 'upload'
  | 'check'
  | 'uncheck'
  | 'text'
  | 'value'
  | 'ticked'
  | 'visible'
  | 'count'
  | 'picture'
  | 'wait'
  | 'hover'
  | 'store';

export interface ActionChoice {
  name: ChoiceName;
  label: string;
  asks?: 'text' | 'password' | 'option' | 'files' | 'variable';
}

const TYPED = new Set(['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox']);
const CLICKED = new Set(['button', 'link', 'tab', 'menuitem', 'option', 'treeitem', 'gridcell', 'summary']);

interface ElementFacts {
  isTyped: boolean;
  isList: boolean;
  isTickable: boolean;
  isTicked: boolean;
  isDisabled: boolean;
  isPassword: boolean;
  takesFiles: boolean;
}

function factsOf(element: PickedElement): ElementFacts {
  const { role = '', state = [], content = {} } = element;
  const isList = (content.options?.length ?? 0) > 0;
  const isPassword = content.isPassword === true;
  return {
    isList,
    isTyped: !isList && (TYPED.has(role) || isPassword || content.isEditable === true),
    isTickable: isTickable(element),
    isTicked: isTicked(element),
    isDisabled: state.includes('disabled'),
    isPassword,
    takesFiles: content.input?.type === 'file',
  };
}

/** What is most likely for the role comes first; what cannot be done with the element is left out. */
export function choicesFor(element: PickedElement): ActionChoice[] {
  const { role = '' } = element;
  const facts = factsOf(element);
  const { isTyped, isList, isPassword, isDisabled } = facts;
  const isText = !isTyped && !isList && !facts.isTickable && !CLICKED.has(role);
  const tick: ActionChoice = facts.isTicked ? { name: 'uncheck', label: 'Untick' } : { name: 'check', label: 'Tick' };
  const main: ActionChoice[] = [
    ...(facts.takesFiles ? [{ name: 'upload', label: 'Upload…', asks: 'files' } as const] : []),
    ...(isTyped ? [{ name: 'fill', label: 'Type…', asks: isPassword ? 'password' : 'text' } as const] : []),
    ...(isList ? [{ name: 'select', label: 'Choose…', asks: 'option' } as const] : []),
    ...(facts.isTickable && !(facts.isTicked && role.endsWith('radio')) ? [tick] : []),
  ];
  const click: ActionChoice = { name: 'click', label: 'Click' };
  const choices = isText ? [...checksOf(element, facts), click] : [...main, click, ...checksOf(element, facts)];
  const ends: ActionChoice[] = [
    { name: 'wait', label: 'Wait for' },
    { name: 'hover', label: 'Hover' },
    ...(isPassword ? [] : [{ name: 'store', label: 'Store…', asks: 'variable' } as const]),
  ];
  return [...choices, ...ends].filter(({ name }) => !isDisabled || !CHANGING.has(name));
}

const CHANGING: ReadonlySet<ChoiceName> = new Set(['click', 'fill', 'select', 'upload', 'check', 'uncheck', 'hover']);

/** What somebody who picks an element for a new action most likely wants to do with it: click it, if nothing else. */
export function likeliest(element: PickedElement): ActionChoice | undefined {
  const choices = choicesFor(element);
  return choices.find(({ name }) => CHANGING.has(name)) ?? choices[0];
}

/** The action of a choice, with what it asks for left empty. */
export function emptyAction(element: PickedElement, { name }: ActionChoice): NewAction {
  const answer = name === 'store' ? variableName(element) : '';
  return actionOf(element, name, answer, locate(element, name, undefined));
}

/** False where the element is known only by its locators. */
export const takesNoText = (element: PickedElement): boolean => element.role !== undefined && !factsOf(element).isTyped;

function checksOf({ content = {} }: PickedElement, facts: ElementFacts): ActionChoice[] {
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
    { name: 'picture', label: 'Check picture' },
  ];
}

interface ChoiceLocator {
  locator: string;
  fallbacks: readonly string[];
  count: number;
}

export function locate(element: PickedElement, name: ChoiceName, chosen: string | undefined): ChoiceLocator {
  const { matches = [] } = element;
  const countOf = (locator: string) => matches.find(match => match.locator === locator)?.count ?? 1;
  const steady = steadyFirst(element, STEADY[name] ?? {});
  const several = name === 'count' ? matches.find(({ count }) => count > 1)?.locator : undefined;
  const locator = chosen ?? several ?? steady.locator;
  const others = [steady.locator, ...(steady.fallbacks ?? [])].filter(other => other !== locator);
  return { locator, fallbacks: name === 'count' ? [] : others, count: countOf(locator) };
}

/** A locator made of the text that is checked or stored would find nothing once that text has changed. */
const STEADY: Partial<Record<ChoiceName, { matcher?: string; from?: string }>> = {
  text: { matcher: 'toHaveText' },
  value: { matcher: 'toHaveValue' },
  store: { from: 'text' },
};

/** `answer`: the text to type, the option to select, the files in a line each, or the name of the variable. */
export function actionOf(element: PickedElement, name: ChoiceName, answer: string, located: ChoiceLocator): NewAction {
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
      return { type: 'fill', ...on, value: answer };
    case 'select':
      return { type: 'select', ...on, values: [escapeExpressions(answer)] };
    case 'upload':
      return { type: 'upload', ...on, files: answer.split('\n').filter(line => line !== '') };
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
    case 'picture':
      return { type: 'assert', matcher: 'toHaveScreenshot', ...on };
    case 'wait':
      return { type: 'wait', until: 'visible', ...on };
    case 'store':
      return { type: 'extract', from: content.value === undefined ? 'text' : 'value', ...on, into: answer };
  }
}

/** `Total price` becomes `totalPrice`. */
export function variableName({ name = '', role = 'value' }: PickedElement): string {
  const words =
    name
      .normalize('NFD')
      .match(/[A-Za-z0-9]+/g)
      ?.slice(0, 4) ?? [];
  const [first = role, ...others] = words.length === 0 ? [role] : words.map(word => word.toLowerCase());
  const joined = [first, ...others.map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)].join('');
  return /^[0-9]/.test(joined) ? `_${joined}` : joined;
}
