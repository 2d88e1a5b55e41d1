import type { FrameMethod, FramePart, Progress, SoughtElement } from '../../playwright/engine-parts.ts';
import { isObject } from '../../playwright/impl-of.ts';
import {
  doQuickly,
  fillAction,
  isRare,
  type PointerOptions,
  pointerAction,
  pressAction,
  selectAction,
} from './quick-actions.ts';
import type { QuickOutcome } from './quick-clock.ts';
import { type ExpectOptions, expectQuickly } from './quick-expect.ts';

type Quick = (frame: FramePart, progress: Progress, given: readonly unknown[]) => Promise<QuickOutcome>;

const isSought = (value: unknown): value is SoughtElement =>
  isObject(value) && typeof Reflect.get(value, 'selector') === 'string';
const isOptions = (value: unknown): value is PointerOptions => isObject(value) && !isRare(value);
const isExpectOptions = (value: unknown): value is ExpectOptions =>
  isObject(value) && typeof Reflect.get(value, 'expression') === 'string';

interface PressWay {
  name: 'click' | 'dblclick';
  clickCount?: number;
  /** The caller decides whether navigations count. */
  isNavigating?: boolean;
  wanted?: boolean;
}

const pressed =
  ({ name, clickCount, isNavigating = false, wanted }: PressWay): Quick =>
  async (frame, progress, [target, options]) => {
    if (!isSought(target) || !isOptions(options)) return undefined;
    const input = clickCount === undefined ? options : { ...options, clickCount };
    const action = pointerAction({
      name,
      isEnabled: true,
      isAwaited: isNavigating && !options.noWaitAfter,
      options,
      ...(wanted === undefined ? {} : { wanted }),
      perform: (page, inner, { x, y }) => page.mouse.click(inner, x, y, input),
    });
    return await doQuickly(frame, target, action, progress);
  };

const hover: Quick = async (frame, progress, [target, options]) => {
  if (!isSought(target) || !isOptions(options)) return undefined;
  const perform: Parameters<typeof pointerAction>[0]['perform'] = (page, inner, { x, y }) =>
    page.mouse.move(inner, x, y);
  const action = pointerAction({ name: 'hover', isEnabled: false, isAwaited: false, options, perform });
  return await doQuickly(frame, target, action, progress);
};

const fill: Quick = async (frame, progress, [target, value, options]) => {
  if (!isSought(target) || typeof value !== 'string' || !isOptions(options)) return undefined;
  return await doQuickly(frame, target, fillAction(value), progress);
};

const press: Quick = async (frame, progress, [target, key, options]) => {
  if (!isSought(target) || typeof key !== 'string' || !isOptions(options) || options.noWaitAfter) return undefined;
  return await doQuickly(frame, target, pressAction(key, options), progress);
};

const selectOption: Quick = async (frame, progress, [target, elements, values, options]) => {
  if (!isSought(target) || !Array.isArray(values) || !isOptions(options)) return undefined;
  if (!Array.isArray(elements) || elements.length > 0) return undefined;
  return await doQuickly(frame, target, selectAction(values), progress);
};

const expect: Quick = async (frame, progress, [selector, options]) => {
  if (!isExpectOptions(options) || (selector !== undefined && typeof selector !== 'string')) return undefined;
  return await expectQuickly(frame, selector === undefined ? options : { ...options, selector }, progress);
};

export const QUICK: Record<FrameMethod, Quick> = {
  click: pressed({ name: 'click', isNavigating: true }),
  dblclick: pressed({ name: 'dblclick', clickCount: 2 }),
  hover,
  fill,
  press,
  selectOption,
  check: pressed({ name: 'click', wanted: true }),
  uncheck: pressed({ name: 'click', wanted: false }),
  expect,
};
