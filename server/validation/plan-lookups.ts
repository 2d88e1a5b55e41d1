import {
  ACTION_KINDS,
  type Action,
  about,
  actionTitle,
  elementUse,
  isLocatorField,
} from '../../model/actions/index.ts';
import type { ElementProbe, ProbeAnswer, ProbedElement } from '../../model/protocol/element-probe.ts';
import { literalText } from '../../model/values/template.ts';
import type { CheckedAction } from './check-actions.ts';
import type { KnownNames } from './known-names.ts';

interface FieldLookup {
  field: string;
  probe?: ElementProbe;
  notChecked?: string;
}

export interface Lookup {
  fields: readonly FieldLookup[];
  notChecked?: string;
  /** An earlier action that may have led to another page. */
  mayHaveLeft?: string | undefined;
}

interface PageThere {
  url: string;
  resolve(url: string): string | undefined;
}

/** Plans which locators can be looked up on the open page, as if the actions before them were done. */
export function planLookups(checked: readonly CheckedAction[], names: KnownNames, page: PageThere): Lookup[] {
  let left: string | undefined;
  let mayHaveLeft: string | undefined;
  return checked.map(({ action }, index) => {
    if (action === undefined) return { fields: [] };
    if (action.disabled) return { fields: [], notChecked: 'It is disabled.' };
    const { leavesPage } = ACTION_KINDS[action.type];
    const lookup = lookupOf(action, { names, left, mayHaveLeft });
    const does = doing(action, index);
    const { goesTo } = about(action);
    if (goesTo !== undefined) {
      left = isHere(goesTo, page) ? undefined : `${does} leads to another page; open that page to look this up.`;
      mayHaveLeft = undefined;
    } else if (leavesPage === 'yes') left ??= `${does} may lead to another page; open that page to look this up.`;
    else if (leavesPage === 'maybe') mayHaveLeft ??= does;
    return lookup;
  });
}

interface LookupPlace {
  names: KnownNames;
  left: string | undefined;
  mayHaveLeft: string | undefined;
}

function lookupOf(action: Action, { names, left, mayHaveLeft }: LookupPlace): Lookup {
  const given = Object.entries(action).filter(([field]) => isLocatorField(field));
  const locators = given.flatMap(([field, locator]: [string, unknown]) =>
    typeof locator === 'string' ? [{ field, locator }] : [],
  );
  if (locators.length > 0 && left !== undefined) return { fields: [], notChecked: left };
  const fields = locators.map(({ field, locator }): FieldLookup => {
    const later = names.laterName(locator);
    const its = field === 'locator' ? 'locator' : `"${field}"`;
    if (later !== undefined) return { field, notChecked: `Its ${its} uses ${later}, which has a value only in a run.` };
    return { field, probe: probeOf(action, field, locator) };
  });
  return { fields, ...(mayHaveLeft === undefined ? {} : { mayHaveLeft }) };
}

function probeOf(action: Action, field: string, locator: string): ElementProbe {
  if (field !== 'locator') return { locator, use: 'visible' };
  const values = 'values' in action && Array.isArray(action.values) ? action.values : [];
  const options = values.map(literalText).filter(text => text !== undefined);
  const use = elementUse(action);
  const text = use === 'editable' && 'value' in action ? literalText(action.value ?? '') : undefined;
  return { locator, use, options, text };
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

/** Typing into these brings suggestions. */
const SUGGESTING: readonly unknown[] = ['combobox', 'searchbox'];

export function readLookups(
  checked: readonly CheckedAction[],
  lookups: readonly Lookup[],
  answers: ReadonlyMap<ElementProbe, ProbeAnswer>,
): Said[] {
  let suggests: string | undefined;
  return lookups.map((lookup, index) => {
    const said = readAnswers({ mayHaveLeft: suggests, ...lookup }, answers);
    const action = checked[index]?.action;
    if (action === undefined) return said;
    if (about(action).goesTo !== undefined) suggests = undefined;
    if (elementUse(action) === 'editable' && SUGGESTING.includes(said.element?.role)) suggests = doing(action, index);
    return said;
  });
}

const doing = (action: Action, index: number): string => `Action ${index + 1} (${actionTitle(action)})`;

/** All findings on the first locator of an action; only faults of further ones. */
function readAnswers(
  { fields, notChecked, mayHaveLeft }: Lookup,
  answers: ReadonlyMap<ElementProbe, ProbeAnswer>,
): Said {
  const read = fields.map(({ field, probe, notChecked: unknown }): Said => {
    const answer = probe && answers.get(probe);
    if (answer !== undefined) return readAnswer(answer, field, mayHaveLeft);
    return unknown === undefined ? {} : { notChecked: unknown };
  });
  const main = read[fields.findIndex(({ field }) => field === 'locator')];
  const error = read.find(each => each.error !== undefined)?.error;
  const reason = notChecked ?? read.find(each => each.notChecked !== undefined)?.notChecked;
  return { ...main, notChecked: reason, error };
}

export interface Said {
  matches?: number;
  element?: ProbedElement;
  better?: string;
  notChecked?: string;
  error?: { message: string; field: string; candidates?: string[] };
}

/** An element that is missing after a click may be on the page that the click leads to. */
function readAnswer(answer: ProbeAnswer, field: string, mayHaveLeft: string | undefined): Said {
  if (answer.state === 'unknown') return { notChecked: answer.message };
  const { matches, element, fault, candidates, better } = answer;
  const seen = { matches, element, better };
  if (fault === undefined) return seen;
  if (mayHaveLeft !== undefined) return { ...seen, notChecked: `${fault} That may be different after ${mayHaveLeft}.` };
  return { ...seen, error: { message: fault, field, candidates } };
}
