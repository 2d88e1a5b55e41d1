/** Which of the elements of a page fit what somebody calls one of them. */
import type { ActionType } from '../../../model/actions/index.ts';
import { byNearness } from '../../../model/errors/nearest.ts';
import type { PageElement } from '../../../model/protocol/app-window.ts';
import type { ElementName } from '../../verbs/wanted-element.ts';
import type { KnownRef } from '../../workspace/listed-elements.ts';

const EDITABLE = ['textbox', 'searchbox', 'combobox', 'spinbutton'];
const CHECKABLE = ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'];
const TEXTS = ['heading', 'text', 'paragraph', 'img', 'generic', 'status', 'alert', 'listitem', 'cell', 'row', 'code'];

/** Whether an element of a role is what the action would be done to, rather than a text that says the same. */
function suits(type: ActionType, role: string): boolean {
  switch (type) {
    case 'fill':
      return EDITABLE.includes(role);
    case 'select':
      return role === 'combobox' || role === 'listbox';
    case 'check':
    case 'uncheck':
      return CHECKABLE.includes(role);
    default:
      return !TEXTS.includes(role);
  }
}

export const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** How well a name fits, 0 best; undefined where it does not. */
function farness(wanted: string, name: string): number | undefined {
  const [left, right] = [tidy(wanted), tidy(name)];
  if (left === right) return 0;
  const [small, other] = [left.toLowerCase(), right.toLowerCase()];
  if (small === other) return 1;
  // A label is often followed by a mark or a colon.
  if (other.replace(/[\s:*.…]+$/, '') === small) return 2;
  return other.includes(small) ? 3 : undefined;
}

function bestOf(elements: readonly PageElement[], wanted: string): PageElement[] {
  const ranked = elements.flatMap(element => {
    const far = farness(wanted, element.name);
    return far === undefined ? [] : [{ element, far }];
  });
  const best = Math.min(...ranked.map(({ far }) => far));
  return ranked.filter(({ far }) => far === best).map(({ element }) => element);
}

/** Any of those that say a text will do where it is only looked at. */
const isLook = (type: ActionType): boolean => type === 'assert' || type === 'wait' || type === 'extract';

function ofRole(elements: readonly PageElement[], role: string, name: string | undefined): PageElement[] {
  const all = elements.filter(element => element.role === role);
  if (name !== undefined) return bestOf(all, name);
  // A word such as "menu" may be a label as well.
  return all.length === 1 ? all : [...all, ...bestOf(elements, role)];
}

/** The best ones: one, where it is clear which is meant. */
export function fittingElements(elements: readonly PageElement[], name: ElementName, type: ActionType): PageElement[] {
  if (name.by === 'role') return ofRole(elements, name.role, name.name);
  if (name.by !== 'text') return [];
  if (isLook(type)) return bestOf(elements, name.text).slice(0, 1);
  const suiting = elements.filter(({ role }) => suits(type, role));
  const found = bestOf(suiting, name.text);
  return found.length > 0 ? found : bestOf(elements, name.text);
}

/** Those that say something, the nearest first: of the role that was named, else such as the action is done to. */
export function nearestElements(
  elements: readonly PageElement[],
  wanted: ElementName | KnownRef,
  type: ActionType,
): PageElement[] {
  const named = elements.filter(({ name }) => name !== '');
  const role = 'role' in wanted ? wanted.role : undefined;
  const likely = named.filter(element => (role === undefined ? suits(type, element.role) : element.role === role));
  const byName = new Map((likely.length > 0 ? likely : named).map(element => [element.name, element]));
  return byNearness(saying(wanted), [...byName.keys()]).flatMap(name => byName.get(name) ?? []);
}

function saying(wanted: ElementName | KnownRef): string {
  if ('text' in wanted) return wanted.text;
  return 'name' in wanted ? (wanted.name ?? '') : '';
}
