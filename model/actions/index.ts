/** The registry of action kinds: what an action of each kind looks like. Knows nothing of how one is performed. */
import { z } from 'zod';
import { assert } from './assert.ts';
import {
  comment,
  elseBlock,
  end,
  group,
  ifBlock,
  loop,
  pause,
  plugFeature,
  plugScenario,
  plugTags,
  plugTest,
} from './block-kinds.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { clipboard } from './clipboard.ts';
import { clock } from './clock.ts';
import type { AboutAction } from './define-action-kind.ts';
import { download } from './download.ts';
import { emulate } from './emulate.ts';
import { expectRequest } from './expect-request.ts';
import { extract } from './extract.ts';
import type { ElementUse } from './field-uses.ts';
import { type ActionField, readField } from './fields.ts';
import { mock, stopMocking } from './mock.ts';
import {
  check,
  click,
  doubleClick,
  drag,
  fill,
  hover,
  press,
  rightClick,
  scroll,
  select,
  uncheck,
  upload,
} from './on-elements.ts';
import {
  closeTab,
  dialog,
  goBack,
  goForward,
  newTab,
  reload,
  screenshot,
  script,
  switchTab,
  visit,
} from './on-tabs.ts';
import { paste } from './paste.ts';
import { replayHar } from './replay-har.ts';
import { request } from './request.ts';
import type { Sentence } from './sentence.ts';
import { storage } from './storage.ts';
import { wait } from './wait.ts';

/** In the order of lists: kinds that most tests use come first. */
export const ACTION_KINDS = {
  visit,
  click,
  fill,
  assert,
  select,
  check,
  uncheck,
  press,
  wait,
  plugTest,
  extract,
  hover,
  dblclick: doubleClick,
  rightClick,
  upload,
  drag,
  paste,
  scroll,
  script,
  request,
  expectRequest,
  plugScenario,
  plugFeature,
  plugTags,
  group,
  if: ifBlock,
  else: elseBlock,
  loop,
  end,
  goBack,
  goForward,
  reload,
  newTab,
  switchTab,
  closeTab,
  dialog,
  download,
  clipboard,
  emulate,
  mock,
  replayHar,
  stopMocking,
  clock,
  storage,
  screenshot,
  checkAccessibility,
  comment,
  pause,
};

export type ActionType = keyof typeof ACTION_KINDS;
export type ActionOf<Type extends ActionType> = z.infer<(typeof ACTION_KINDS)[Type]['schema']>;

const schemas = Object.values(ACTION_KINDS).map(kind => kind.schema);
export const Action = z.discriminatedUnion('type', [ACTION_KINDS.visit.schema, ...schemas.slice(1)]);
export type Action = z.infer<typeof Action>;

export const ACTION_TYPES = Object.keys(ACTION_KINDS).filter((type): type is ActionType =>
  Object.hasOwn(ACTION_KINDS, type),
);

export const isActionType = (type: unknown): type is ActionType =>
  typeof type === 'string' && Object.hasOwn(ACTION_KINDS, type);

export const ACTION_FIELDS: ReadonlyMap<string, ActionField> = new Map(
  Object.values(ACTION_KINDS)
    .flatMap(({ fields }): [string, z.ZodType][] => Object.entries(fields))
    .map(([name, schema]) => [name, readField(schema)]),
);

/** Whether it is one locator; a list of them leads to no one element. */
export function isLocatorField(name: string): boolean {
  const field = ACTION_FIELDS.get(name);
  return field?.holds === 'locator' && field.many === undefined;
}

const kinds: { [Type in ActionType]: { about(action: ActionOf<Type>): AboutAction } } = ACTION_KINDS;

const aboutOf = <Type extends ActionType>(type: Type, action: ActionOf<Type>): AboutAction => kinds[type].about(action);

export const about = (action: Action): AboutAction => aboutOf(action.type, action);

export const actionTitle = (action: Action): string => about(action).title;

export const actionSentence = (action: Action): Sentence => about(action).sentence;

export const elementUse = (action: Action): ElementUse => about(action).element;

/** Kinds with their fields in short: `press locator? key; check|uncheck locator; …`, special ones by their names alone. */
export function kindsInShort(): string {
  const byFields = new Map<string, string[]>();
  const kinds = Object.values(ACTION_KINDS);
  for (const { type, fieldNames, isRequired } of kinds.filter(({ isSpecial }) => !isSpecial)) {
    const fields = fieldNames.map(name => ` ${name}${isRequired(name) ? '' : '?'}`).join('');
    byFields.set(fields, [...(byFields.get(fields) ?? []), type]);
  }
  const special = kinds.flatMap(({ type, isSpecial }) => (isSpecial ? [type] : []));
  const listed = [...byFields].map(([fields, types]) => `${types.join('|')}${fields}`);
  return [...listed, `further kinds, see getGuide: ${special.join(', ')}`].join('; ');
}

/** The tree of flat actions with `if … else … end`; every node keeps its position. */
export type BlockNode =
  | { kind: 'action'; index: number; action: Action }
  | { kind: 'block'; index: number; action: Action; body: BlockNode[]; otherwise: BlockNode[] };

export interface BlockFault {
  actionIndex: number;
  message: string;
}

interface OpenBlock {
  node: Extract<BlockNode, { kind: 'block' }>;
  target: BlockNode[];
  hasElse: boolean;
}

export function readBlocks(actions: readonly Action[]): { nodes: BlockNode[]; faults: BlockFault[] } {
  const nodes: BlockNode[] = [];
  const faults: BlockFault[] = [];
  const open: OpenBlock[] = [];
  actions.forEach((action, index) => {
    const place = open.at(-1)?.target ?? nodes;
    const part = ACTION_KINDS[action.type].block;
    if (part === 'leaf') place.push({ kind: 'action', index, action });
    else if (part === 'open') openBlock({ open, place, index, action });
    else if (part === 'else') turnToElse(open.at(-1), index, faults);
    else if (open.pop() === undefined) faults.push({ actionIndex: index, message: '"end" without an open block' });
  });
  for (const block of open)
    faults.push({ actionIndex: block.node.index, message: `"${block.node.action.type}" without "end"` });
  return { nodes, faults };
}

function openBlock(request: { open: OpenBlock[]; place: BlockNode[]; index: number; action: Action }): void {
  const node: OpenBlock['node'] = {
    kind: 'block',
    index: request.index,
    action: request.action,
    body: [],
    otherwise: [],
  };
  request.place.push(node);
  request.open.push({ node, target: node.body, hasElse: false });
}

function turnToElse(block: OpenBlock | undefined, index: number, faults: BlockFault[]): void {
  if (block === undefined || !ACTION_KINDS[block.node.action.type].hasElse) {
    faults.push({ actionIndex: index, message: '"else" outside an "if" block' });
    return;
  }
  if (block.hasElse) faults.push({ actionIndex: index, message: 'a second "else" in the same "if" block' });
  block.hasElse = true;
  block.target = block.node.otherwise;
}
