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
  /** Whose window it is looked up in; undefined: the first one. */
  actor?: string | undefined;
  fields: readonly FieldLookup[];
  notChecked?: string;
  /** An earlier action that may have led to another page. */
  mayHaveLeft?: string | undefined;
}

interface PagesThere {
  /** Undefined for whoever has the first window. */
  windowOf(action: Action): string | undefined;
  /** Undefined where no window is open. */
  urlIn(actor: string | undefined): string | undefined;
  resolve(url: string): string | undefined;
}

/** Plans which locators can be looked up on the open pages, as if the actions before them were done. */
export function planLookups(checked: readonly CheckedAction[], names: KnownNames, pages: PagesThere): Lookup[] {
  const ways = new WaysOn();
  return checked.map(({ action }, index) => {
    if (action === undefined) return { fields: [] };
    const actor = pages.windowOf(action);
    if (action.disabled) return { actor, fields: [], notChecked: 'It is disabled.' };
    const { leavesPage } = ACTION_KINDS[action.type];
    const lookup = lookupOf(action, { names, ...ways.before(actor) });
    const does = doing(action, index);
    const { goesTo } = about(action);
    if (goesTo !== undefined) {
      const isThere = isHere(goesTo, { url: pages.urlIn(actor) ?? '', resolve: pages.resolve });
      ways.go(actor, isThere ? undefined : `${does} leads to another page; open that page to look this up.`);
    } else if (leavesPage === 'yes')
      ways.leave(actor, { left: `${does} may lead to another page; open that page to look this up.`, does });
    else if (leavesPage === 'maybe') ways.leave(actor, { does });
    return { actor, ...lookup };
  });
}

interface WayOn {
  left?: string | undefined;
  mayHaveLeft?: string | undefined;
}

/** How far the page of each window may have gone on. What one does may show in the windows of the others. */
class WaysOn {
  readonly #ways = new Map<string | undefined, WayOn>();
  /** The first action that did something, for windows that come later. */
  #did: string | undefined;

  before(actor: string | undefined): WayOn {
    return this.#ways.get(actor) ?? { mayHaveLeft: this.#did };
  }

  go(actor: string | undefined, left: string | undefined): void {
    this.#ways.set(actor, { left });
  }

  leave(actor: string | undefined, { left, does }: { left?: string; does: string }): void {
    const own = this.before(actor);
    this.#ways.set(actor, { ...own, left: own.left ?? left });
    this.#did ??= does;
    for (const way of this.#ways.values()) way.mayHaveLeft ??= does;
  }
}

interface LookupPlace extends WayOn {
  names: KnownNames;
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

function isHere(url: string, { url: there, resolve }: { url: string } & Pick<PagesThere, 'resolve'>): boolean {
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
  const suggests = new Map<string | undefined, string>();
  return lookups.map((lookup, index) => {
    const { actor } = lookup;
    const said = readAnswers({ mayHaveLeft: suggests.get(actor), ...lookup }, answers);
    const action = checked[index]?.action;
    if (action === undefined) return said;
    if (about(action).goesTo !== undefined) suggests.delete(actor);
    if (elementUse(action) === 'editable' && SUGGESTING.includes(said.element?.role))
      suggests.set(actor, doing(action, index));
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
