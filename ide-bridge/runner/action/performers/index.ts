/** Which function performs which kind of action. Leaves act on the page; blocks decide what runs below them. */
import type { ActionOf, ActionType } from '../../../../model/actions/index.ts';
import type { BlockContext } from '../block-context.ts';
import type { PerformContext, Performed } from '../perform-context.ts';
import { assert } from './assert.ts';
import { check } from './check.ts';
import { click } from './click.ts';
import { closeTab } from './close-tab.ts';
import { comment } from './comment.ts';
import { dialog } from './dialog.ts';
import { doubleClick } from './double-click.ts';
import { download } from './download.ts';
import { drag } from './drag.ts';
import { extract } from './extract.ts';
import { fill } from './fill.ts';
import { goBack } from './go-back.ts';
import { goForward } from './go-forward.ts';
import { group } from './group.ts';
import { hover } from './hover.ts';
import { ifBlock } from './if.ts';
import { loop } from './loop.ts';
import { newTab } from './new-tab.ts';
import { pause } from './pause.ts';
import { plugTest } from './plug-test.ts';
import { press } from './press.ts';
import { reload } from './reload.ts';
import { request } from './request.ts';
import { rightClick } from './right-click.ts';
import { screenshot } from './screenshot.ts';
import { script } from './script.ts';
import { scroll } from './scroll.ts';
import { select } from './select.ts';
import { switchTab } from './switch-tab.ts';
import { uncheck } from './uncheck.ts';
import { upload } from './upload.ts';
import { visit } from './visit.ts';
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
