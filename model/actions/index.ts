/** The registry of action kinds: what an action of each kind looks like. Knows nothing of how one is performed. */
import { z } from 'zod';
import type { SyntaxCheck } from '../values/syntax-check.ts';
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
  plugTest,
} from './block-kinds.ts';
import { download } from './download.ts';
import type { ElementUse } from './element-use.ts';
import { extract } from './extract.ts';
import { fallbackFault } from './fallbacks.ts';
import type { FieldFault } from './field-fault.ts';
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
import { textFault } from './text-faults.ts';
import { wait } from './wait.ts';

export const ACTION_KINDS = {
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
  plugTest,
  plugScenario,
  plugFeature,
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
  screenshot,
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

type AnyKind = {
  [Type in ActionType]: {
    title(action: ActionOf<Type>): string;
    fault(action: ActionOf<Type>): FieldFault | undefined;
    element(action: ActionOf<Type>): ElementUse;
  };
};
const kinds: AnyKind = ACTION_KINDS;

const titleOf = <Type extends ActionType>(type: Type, action: ActionOf<Type>): string => kinds[type].title(action);
const useOf = <Type extends ActionType>(type: Type, action: ActionOf<Type>) => kinds[type].element(action);
const faultOf = <Type extends ActionType>(type: Type, action: ActionOf<Type>) => kinds[type].fault(action);

/** One line for lists and reports. */
export const actionTitle = (action: Action): string => titleOf(action.type, action);

/** What an action needs of the element of its locator. */
export const elementUse = (action: Action): ElementUse => useOf(action.type, action);

/** First fault of an action that its schema cannot tell. */
export const actionFault = (action: Action, syntax: SyntaxCheck): FieldFault | undefined =>
  textFault(action, syntax) ?? fallbackFault(action) ?? faultOf(action.type, action);
