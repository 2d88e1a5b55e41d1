import type { PageElement } from '../../../model/protocol/app-window.ts';
import type { SurveyRow } from '../../page/facts/page-facts-types.ts';

type Box = NonNullable<PageElement['box']>;

export interface PageNode {
  readonly role: string;
  /** Complete once the frame was surveyed. */
  name: string;
  readonly ref: string | undefined;
  /** Its own pieces of text; of a field its value. */
  readonly texts: readonly string[];
  readonly states: readonly string[];
  readonly parent: PageNode | undefined;
  readonly children: readonly PageNode[];
  readonly frame: PageFrame;
  /** Visible, but hidden from assistive technology, so no locator by role finds it. */
  isHidden: boolean;
  isClickable: boolean;
  isEditable: boolean;
  isSecret: boolean;
  /** Behind a modal dialog, or inert. */
  isBlocked: boolean;
  isDraggable: boolean;
  /** It, or something in it, is at least partly in the viewport of its frame. */
  isInView: boolean;
  box: Box | undefined;
  /** Position in the document: `enters` of everything inside is between its own and `leaves`. */
  enters: number;
  leaves: number;
}

export interface PageFrame {
  /** The iframe it is shown in. */
  readonly owner: PageNode | undefined;
  /** In document order. */
  readonly nodes: PageNode[];
  readonly byRole: Map<string, LikeNodes>;
}

/** Reads `ariaSnapshotJSON({ mode: 'ai' })`; the main frame comes first. */
export function readTree(snapshot: unknown): PageFrame[] {
  const frames: PageFrame[] = [];
  readFrame(Array.isArray(snapshot) ? snapshot : [], undefined, frames);
  return frames;
}

export function addSurvey(frame: PageFrame, rows: readonly SurveyRow[]): void {
  const facts = new Map(rows.map(row => [row[0], row]));
  const spans = numberElements(rows);
  for (const node of frame.nodes) {
    const outer = node.parent?.frame === frame ? node.parent : undefined;
    const row = facts.get(node.ref ?? '');
    if (row !== undefined) addFacts(node, row);
    else node.isHidden ||= outer?.isHidden === true;
    const enters = outer?.enters ?? 0;
    Object.assign(node, spans.get(node.ref ?? '') ?? { enters, leaves: enters });
  }
}

function addFacts(node: PageNode, [, name, flags, , , box]: SurveyRow): void {
  node.name = name || node.name;
  node.isHidden = flags.includes('h');
  node.isClickable ||= flags.includes('c');
  node.isEditable = flags.includes('e');
  node.isSecret = flags.includes('s');
  node.isBlocked = flags.includes('b');
  node.isDraggable = flags.includes('d');
  node.box = box && { x: box[0], y: box[1], width: box[2], height: box[3] };
  if (flags.includes('v')) markInView(node);
}

function markInView(node: PageNode): void {
  if (node.isInView) return;
  node.isInView = true;
  if (node.parent?.frame === node.frame) markInView(node.parent);
}

/** From the viewport of the page; borders of iframes are not counted. */
export function placeOf({ box, frame }: PageNode): Box | undefined {
  const outer = frame.owner && placeOf(frame.owner);
  return box && { ...box, x: box.x + (outer?.x ?? 0), y: box.y + (outer?.y ?? 0) };
}

export function flatText(node: PageNode): string {
  return (
    [node.name, ...(node.name === '' ? [...node.texts, ...node.children.map(flatText)] : [])]
      .filter(text => text !== '')
      // The name of a field repeats the text of its label.
      .filter((text, index, all) => text !== all[index - 1])
      .join(' ')
  );
}

function readFrame(snapshot: readonly unknown[], owner: PageNode | undefined, frames: PageFrame[]): PageNode[] {
  const frame: PageFrame = { owner, nodes: [], byRole: new Map() };
  frames.push(frame);
  return snapshot.flatMap(each => readNode(each, { frame, parent: owner, frames }));
}

interface NodePlace {
  frame: PageFrame;
  parent: PageNode | undefined;
  frames: PageFrame[];
}

function readNode(value: unknown, place: NodePlace): PageNode[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = new Map<string, unknown>(Object.entries(value));
  const content = fields.get('children');
  const parts: unknown[] = Array.isArray(content) ? content : [fields.get('text')];
  const children: PageNode[] = [];
  const node: PageNode = {
    role: textOf(fields.get('role')) ?? 'generic',
    name: textOf(fields.get('name')) ?? '',
    ref: textOf(fields.get('ref')),
    texts: parts.flatMap(part => textOf(part) ?? []),
    states: readStates(fields),
    box: undefined,
    parent: place.parent,
    children,
    frame: place.frame,
    isHidden: fields.get('ariaHidden') === true,
    isClickable: fields.get('cursor') === 'pointer',
    isEditable: false,
    isSecret: false,
    isBlocked: false,
    isDraggable: false,
    isInView: false,
    enters: 0,
    leaves: 0,
  };
  place.frame.nodes.push(node);
  const alike = place.frame.byRole.get(node.role) ?? new LikeNodes();
  place.frame.byRole.set(node.role, alike);
  alike.add(node);
  if (node.role === 'iframe') children.push(...readFrame(parts, node, place.frames));
  else for (const part of parts) children.push(...readNode(part, { ...place, parent: node }));
  return [node];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function readStates(fields: ReadonlyMap<string, unknown>): string[] {
  const flags = ['disabled', 'expanded', 'selected', 'checked', 'pressed', 'invalid', 'active'].flatMap(key => {
    const value = fields.get(key);
    const name = key === 'active' ? 'focused' : key;
    if (value === true) return [name];
    return value === undefined || value === false ? [] : [`${name} ${String(value)}`];
  });
  const level = fields.get('level');
  return typeof level === 'number' ? [...flags, `level ${level}`] : flags;
}

/** Numbers depth first, so that containment is a comparison. */
function numberElements(rows: readonly SurveyRow[]): Map<string, { enters: number; leaves: number }> {
  const inside = new Map<string, SurveyRow[]>();
  for (const row of rows) {
    const siblings = inside.get(row[3]);
    if (siblings) siblings.push(row);
    else inside.set(row[3], [row]);
  }
  const spans = new Map<string, { enters: number; leaves: number }>();
  let count = 0;
  const visit = (ref: string): void => {
    const span = { enters: ++count, leaves: 0 };
    spans.set(ref, span);
    for (const [child] of inside.get(ref) ?? []) visit(child);
    span.leaves = count + 1;
  };
  for (const [ref] of inside.get('') ?? []) visit(ref);
  return spans;
}

interface SoughtName {
  name?: string | undefined;
  exact?: boolean | undefined;
}

export const isInside = (container: PageNode, node: PageNode): boolean =>
  node !== container && container.enters <= node.enters && node.enters < container.leaves;

const LAST_NUMBER = /(?:^|[\s(])\d+\+?\)?$/;

const withoutNumber = (name: string): string => name.replace(LAST_NUMBER, '');

/** Occurs in no name. */
const BETWEEN = '\u0000';

/**
 * Nodes of a frame with one role, sorted for what locators ask about names and containers. Use it only after the
 * survey; an answer is cheap however many nodes there are.
 */
export class LikeNodes {
  readonly #all: PageNode[] = [];
  #nodes: readonly PageNode[] | undefined;
  #byName: Map<string, PageNode[]> | undefined;
  #numbered: Map<string, number> | undefined;
  #names: { joined: string; starts: number[] } | undefined;
  #outer: number[] | undefined;

  add(node: PageNode): void {
    this.#all.push(node);
  }

  /** Only nodes that locators by role find, in document order; without a reference that is not certain. */
  get nodes(): readonly PageNode[] {
    this.#nodes ??= this.#all
      .filter(each => !each.isHidden || each.ref === undefined)
      .sort((one, other) => one.enters - other.enters);
    return this.#nodes;
  }

  named(name: string): readonly PageNode[] {
    if (this.#byName === undefined) {
      this.#byName = new Map();
      for (const node of this.nodes) {
        const found = this.#byName.get(node.name);
        if (found) found.push(node);
        else this.#byName.set(node.name, [node]);
      }
    }
    return this.#byName.get(name) ?? [];
  }

  isCounting({ name }: PageNode): boolean {
    if (!LAST_NUMBER.test(name)) return false;
    if (this.#numbered === undefined) {
      this.#numbered = new Map();
      for (const { name: each } of this.nodes) {
        if (!LAST_NUMBER.test(each)) continue;
        const rest = withoutNumber(each);
        this.#numbered.set(rest, (this.#numbered.get(rest) ?? 0) + 1);
      }
    }
    return this.#numbered.get(withoutNumber(name)) === 1;
  }

  /** Whether nothing else fits the name, in the frame or the container. */
  isAlone(node: PageNode, { name, exact }: SoughtName, container?: PageNode): boolean {
    if (name === undefined) return !hasOther(this.nodes, node, container);
    // What fits a name fits all nodes with that name.
    if (hasOther(this.named(node.name), node, container)) return false;
    return exact === true || !this.#hasOtherWith(name, node, container);
  }

  within(container: PageNode): readonly PageNode[] {
    const [from, to] = spanOf(this.nodes, container);
    return this.nodes.slice(from, to).filter(each => isInside(container, each));
  }

  holdsAlone(container: PageNode, held: readonly PageNode[]): boolean {
    return held.every(each => this.#holdersOf(each).every(holder => holder === container));
  }

  #hasOtherWith(text: string, node: PageNode, container: PageNode | undefined): boolean {
    const { joined, starts } = this.#joinedNames();
    const [from, to] = spanOf(this.nodes, container);
    const end = starts[to] ?? joined.length;
    const names = joined.slice(0, end);
    const sought = text.toUpperCase();
    for (let at = names.indexOf(sought, starts[from] ?? end); at >= 0; ) {
      const index = lastAtMost(starts, at);
      const found = this.nodes[index];
      if (found !== node && found !== container) return true;
      at = names.indexOf(sought, starts[index + 1] ?? end);
    }
    return false;
  }

  #joinedNames(): { joined: string; starts: number[] } {
    if (this.#names === undefined) {
      const names = this.nodes.map(({ name }) => name.toUpperCase() + BETWEEN);
      let start = 0;
      const starts = names.map(name => {
        start += name.length;
        return start - name.length;
      });
      this.#names = { joined: names.join(''), starts };
    }
    return this.#names;
  }

  #holdersOf(node: PageNode): PageNode[] {
    const outer = this.#outerOnes();
    const holders: PageNode[] = [];
    const before = countBefore(this.nodes, node.enters + 1) - 1;
    for (let index = before; index >= 0; index = outer[index] ?? -1) {
      const each = this.nodes[index];
      if (each !== undefined && isInside(each, node)) holders.push(each);
    }
    return holders;
  }

  #outerOnes(): number[] {
    if (this.#outer === undefined) {
      const open: number[] = [];
      this.#outer = this.nodes.map(({ enters }, index) => {
        while ((this.nodes[open.at(-1) ?? -1]?.leaves ?? Number.POSITIVE_INFINITY) <= enters) open.pop();
        open.push(index);
        return open.at(-2) ?? -1;
      });
    }
    return this.#outer;
  }
}

function hasOther(nodes: readonly PageNode[], node: PageNode, container: PageNode | undefined): boolean {
  const [from, to] = spanOf(nodes, container);
  // Node and container are two at most.
  return nodes.slice(from, Math.min(to, from + 3)).some(each => each !== node && each !== container);
}

function spanOf(nodes: readonly PageNode[], container: PageNode | undefined): [from: number, to: number] {
  if (container === undefined) return [0, nodes.length];
  return [countBefore(nodes, container.enters), countBefore(nodes, container.leaves)];
}

const countBefore = (nodes: readonly PageNode[], place: number): number =>
  firstIndex(nodes.length, index => (nodes[index]?.enters ?? 0) >= place);

const lastAtMost = (starts: readonly number[], place: number): number =>
  firstIndex(starts.length, index => (starts[index] ?? 0) > place) - 1;

function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
