import type { PageElement } from '../../../model/protocol/app-window.ts';

/** They hold others, which say the same as they do. */
const AROUND: ReadonlySet<string> = new Set([
  ...['article', 'cell', 'form', 'generic', 'group', 'list', 'listitem', 'main', 'navigation', 'region', 'row'],
  ...['rowgroup', 'table', 'gridcell', 'feed', 'figure'],
]);
/** Each of these is asked for something of its own, so none is left out. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['textbox', 'searchbox', 'combobox', 'spinbutton', 'checkbox', 'radio', 'switch', 'slider', 'listbox', 'tab'],
]);
const LOOKED_AHEAD = 3;
const MOST_NAME = 80;

type Digested = Pick<PageElement, 'role' | 'name' | 'locator'>;

const words = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether the elements that follow say what it says, and can be used in its place. */
function isToldBelow({ role, name }: Digested, following: readonly Digested[]): boolean {
  if (role === 'heading') return following[0]?.role === 'link' && following[0].name === name;
  const next = following.find(each => each.name !== '');
  return AROUND.has(role) && next !== undefined && words(name).includes(words(next.name).slice(0, MOST_NAME));
}

const shortened = (name: string): string => (name.length > MOST_NAME ? `${name.slice(0, MOST_NAME)}…` : name);

interface Pattern {
  /** Elements in each of the groups. */
  length: number;
  groups: number;
  shown: number;
}

const LONGEST_GROUP = 8;
/** Of groups of several elements, and of single ones: from how many on they are cut, and to how many. */
const OF_GROUPS = { from: 5, shown: 3 };
const OF_SINGLES = { from: 15, shown: 10 };

/** How often the roles from `at` on are repeated one after the other. */
function groupsAt(elements: readonly Digested[], at: number, length: number): number {
  const role = (index: number) => elements[index]?.role;
  let groups = 1;
  for (let start = at + length; start + length <= elements.length; start += length) {
    for (let place = 0; place < length; place++) if (role(start + place) !== role(at + place)) return groups;
    groups += 1;
  }
  return groups;
}

function patternAt(elements: readonly Digested[], at: number): Pattern | undefined {
  for (let length = 1; length <= LONGEST_GROUP; length++) {
    const group = elements.slice(at, at + length);
    if (group.length < length || group.some(({ role }) => FIELDS.has(role))) return undefined;
    const limits = length === 1 ? OF_SINGLES : OF_GROUPS;
    const groups = groupsAt(elements, at, length);
    if (groups >= limits.from) return { length, groups, shown: limits.shown };
  }
  return undefined;
}

interface ElementDigest<Element> {
  elements: Element[];
  /** How many like those before it are left out in front of an element, by the index of that. */
  leftOut: ReadonlyMap<number, number>;
}

/**
 * Without those that only hold others or are the heading around a link, and without most of many that are alike; long
 * names are cut.
 */
function digestOf<Element extends Digested>(all: readonly Element[]): ElementDigest<Element> {
  const told = all
    .filter((element, at) => !isToldBelow(element, all.slice(at + 1, at + 1 + LOOKED_AHEAD)))
    .map(element => ({ ...element, name: shortened(element.name) }));
  const elements: Element[] = [];
  const leftOut = new Map<number, number>();
  for (let at = 0; at < told.length; ) {
    const pattern = patternAt(told, at);
    const { length, groups, shown } = pattern ?? { length: 1, groups: 1, shown: 1 };
    elements.push(...told.slice(at, at + length * shown));
    if (groups > shown) leftOut.set(elements.length, (groups - shown) * length);
    at += length * groups;
  }
  return { elements, leftOut };
}

/** Of the elements of a digest, with a line where some are left out. */
export function digestLines<Element extends Digested>(
  all: readonly Element[],
  linesOf: (elements: readonly Element[]) => readonly string[],
): string[] {
  const { elements, leftOut } = digestOf(all);
  const lines = linesOf(elements).flatMap((line, at) => [...moreLine(leftOut.get(at)), line]);
  return [...lines, ...moreLine(leftOut.get(elements.length))];
}

const moreLine = (count: number | undefined): string[] => (count === undefined ? [] : [`… ${count} more like these`]);
