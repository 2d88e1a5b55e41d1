/** Leaves act on the page; blocks decide what runs below them. */
import type { Action, ActionOf, ActionType } from '../../../../model/actions/index.ts';
import type { BlockContext, PerformContext, Performed } from '../perform-context.ts';
import { comment, group, ifBlock, loop, pause, plugTest } from './blocks.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { clock } from './clock.ts';
import { download } from './download.ts';
import { emulate } from './emulate.ts';
import { expectRequest } from './expect-request.ts';
import { assert, wait } from './expectations.ts';
import { extract } from './extract.ts';
import { mock, stopMocking } from './mock.ts';
import * as onElements from './on-elements.ts';
import * as onPages from './on-pages.ts';
import { replayHar } from './replay-har.ts';
import { request } from './request.ts';
import { storage } from './storage.ts';
import * as visits from './visit.ts';

type BlockType = 'group' | 'if' | 'loop' | 'plugTest';
/** Only in suites, whose items are planned before the run. */
type SuiteType = 'plugScenario' | 'plugFeature' | 'plugTags';
/** `else` and `end` only shape the blocks; nothing is performed for them. */
type LeafType = Exclude<ActionType, BlockType | SuiteType | 'else' | 'end'>;

const leaves: { [Type in LeafType]: (action: ActionOf<Type>, context: PerformContext) => Promise<Performed> } = {
  ...onElements,
  ...onPages,
  ...visits,
  wait,
  assert,
  emulate,
  extract,
  request,
  mock,
  replayHar,
  stopMocking,
  clock,
  storage,
  download,
  expectRequest,
  checkAccessibility,
  comment,
  pause,
};

/** Resolve with whether to go on. */
const blocks: { [Type in BlockType]: (action: ActionOf<Type>, context: BlockContext) => Promise<boolean> } = {
  group,
  if: ifBlock,
  loop,
  plugTest,
};

export type BlockAction = ActionOf<BlockType>;

export const isBlock = (action: Action): action is BlockAction => Object.hasOwn(blocks, action.type);
export const isLeaf = (action: Action): action is ActionOf<LeafType> => Object.hasOwn(leaves, action.type);

export const performLeaf = <Type extends LeafType>(type: Type, action: ActionOf<Type>, context: PerformContext) =>
  leaves[type](action, context);

/** Resolves with whether to go on. */
export const performBlock = <Type extends BlockType>(type: Type, action: ActionOf<Type>, context: BlockContext) =>
  blocks[type](action, context);
