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
}

export interface PageFrame {
  /** The iframe it is shown in. */
  readonly owner: PageNode | undefined;
  /** In document order. */
  readonly nodes: PageNode[];
}

/** Reads `ariaSnapshotJSON({ mode: 'ai' })`; the main frame comes first. */
export function readTree(snapshot: unknown): PageFrame[] {
  const frames: PageFrame[] = [];
  readFrame(Array.isArray(snapshot) ? snapshot : [], undefined, frames);
  return frames;
}

export function addSurvey(frame: PageFrame, rows: readonly SurveyRow[]): void {
  const facts = new Map(rows.map(row => [row[0], row]));
  for (const node of frame.nodes) {
    const outer = node.parent?.frame === frame ? node.parent : undefined;
    const row = facts.get(node.ref ?? '');
    if (row !== undefined) addFacts(node, row);
    else node.isHidden ||= outer?.isHidden === true;
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
  const frame: PageFrame = { owner, nodes: [] };
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
  };
  place.frame.nodes.push(node);
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
