/** Which function performs which kind of action. Leaves act on the page; blocks decide what runs below them. */
import type { ActionOf, ActionType } from '../../../../model/actions/index.ts';
import type { BlockContext } from '../block-context.ts';
import type { PerformContext, Performed } from '../perform-context.ts';
import { assert } from './assert.ts';
import { comment, group, ifBlock, loop, pause, plugTest } from './blocks.ts';
import { download } from './download.ts';
import { extract } from './extract.ts';
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
import { request } from './request.ts';
import { wait } from './wait.ts';

export type BlockType = 'group' | 'if' | 'loop' | 'plugTest';
/** Stand in suites, whose items are planned before the run. */
type SuiteType = 'plugScenario' | 'plugFeature';
/** `else` and `end` only shape the blocks; nothing is performed for them. */
export type LeafType = Exclude<ActionType, BlockType | SuiteType | 'else' | 'end'>;

type LeafPerformers = {
  [Type in LeafType]: (action: ActionOf<Type>, context: PerformContext) => Promise<Performed>;
};
/** Answer whether to go on. */
type BlockPerformers = {
  [Type in BlockType]: (action: ActionOf<Type>, context: BlockContext) => Promise<boolean>;
};

export const leafPerformers = {
  visit,
  click,
  dblclick: doubleClick,
  rightClick,
  hover,
  fill,
  press,
  select,
  check,
  uncheck,
  upload,
  drag,
  scroll,
  wait,
  assert,
  extract,
  script,
  request,
  goBack,
  goForward,
  reload,
  newTab,
  switchTab,
  closeTab,
  dialog,
  download,
  screenshot,
  comment,
  pause,
} satisfies LeafPerformers;

export const blockPerformers = { group, if: ifBlock, loop, plugTest } satisfies BlockPerformers;
