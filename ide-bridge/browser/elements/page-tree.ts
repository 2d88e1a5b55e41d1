import type { PageElement } from '../../../model/protocol/app-window.ts';
import type { SurveyRow } from '../in-page/page-facts-types.ts';
import { LikeNodes, type Placed } from './like-nodes.ts';

type Box = NonNullable<PageElement['box']>;

/** One element of the page, as assistive technology would be told of it. */
export interface PageNode extends Placed {
  readonly role: string;
  /** Accessible name; in full once the frame was surveyed. */
  name: string;
  readonly ref: string | undefined;
  /** Its own pieces of text; of a field, its value. */
  readonly texts: readonly string[];
  readonly states: readonly string[];
  readonly parent: PageNode | undefined;
  readonly children: readonly PageNode[];
  readonly frame: PageFrame;
  /** Shown, but kept from assistive technology, so that no locator by role finds it. */
  isHidden: boolean;
  isClickable: boolean;
  isEditable: boolean;
  isSecret: boolean;
  /** Kept from being used by a modal dialog, or inert. */
  isBlocked: boolean;
  isDraggable: boolean;
  /** In the viewport of its frame, at least in part, or something in it is. */
  isInView: boolean;
  /** From the viewport of its frame; known when the survey was asked for it. */
  box: Box | undefined;
  enters: number;
  leaves: number;
}

/** A document of the page. */
export interface PageFrame {
  /** The iframe it is shown in. */
  readonly owner: PageNode | undefined;
  /** In document order. */
  readonly nodes: PageNode[];
  readonly byRole: Map<string, LikeNodes<PageNode>>;
}

/** Reads what `ariaSnapshotJSON({ mode: 'ai' })` gives: the frames of the page, the main one first. */
export function readTree(snapshot: unknown): PageFrame[] {
  const frames: PageFrame[] = [];
  readFrame(Array.isArray(snapshot) ? snapshot : [], undefined, frames);
  return frames;
}

/** Adds what the snapshot leaves out. */
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

function addFacts(node: PageNode, [, name, flags, , box]: SurveyRow): void {
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

/** Where a node is, from the viewport of the page; the borders of iframes are not counted. */
export function placeOf({ box, frame }: PageNode): Box | undefined {
  const outer = frame.owner && placeOf(frame.owner);
  return box && { ...box, x: box.x + (outer?.x ?? 0), y: box.y + (outer?.y ?? 0) };
}

/** The text of a node with everything in it. */
export function flatText(node: PageNode): string {
  return (
    [node.name, ...(node.name === '' ? [...node.texts, ...node.children.map(flatText)] : [])]
      .filter(text => text !== '')
      // The name of a field is the text of its label once more.
      .filter((text, index, all) => text !== all[index - 1])
      .join(' ')
  );
}

function readFrame(snapshot: readonly unknown[], owner: PageNode | undefined, frames: PageFrame[]): PageNode[] {
  const frame: PageFrame = { owner, nodes: [], byRole: new Map() };
  frames.push(frame);
  return snapshot.flatMap(each => readNode(each, { frame, parent: owner, frames }));
}

interface Place {
  frame: PageFrame;
  parent: PageNode | undefined;
  frames: PageFrame[];
}

function readNode(value: unknown, place: Place): PageNode[] {
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

/** Numbers the elements by depth first, so that what lies inside what is a comparison. */
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
