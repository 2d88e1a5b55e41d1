/** What is taken over of the options of each call, and why others are not. */
import type { Node } from './codegen-reader.ts';

export interface OptionRule {
  /** Which argument they are. */
  at: number;
  takes: readonly string[];
}

const LIMIT: readonly string[] = ['timeout'];
const POINTED: readonly string[] = ['timeout', 'modifiers', 'position', 'trial'];
const GOES: readonly string[] = ['timeout', 'waitUntil'];

const rule = (at: number, takes: readonly string[] = LIMIT): OptionRule => ({ at, takes });

export const OPTIONS_ON_ELEMENT: Readonly<Record<string, OptionRule>> = {
  click: rule(0, [...POINTED, 'button', 'clickCount']),
  dblclick: rule(0, POINTED),
  tap: rule(0, POINTED),
  hover: rule(0, POINTED),
  fill: rule(1),
  type: rule(1),
  pressSequentially: rule(1),
  clear: rule(0),
  press: rule(1),
  check: rule(0, ['timeout', 'trial']),
  uncheck: rule(0, ['timeout', 'trial']),
  setChecked: rule(1, ['timeout', 'trial']),
  selectOption: rule(1),
  setInputFiles: rule(1),
  dragTo: rule(1, ['timeout', 'sourcePosition', 'targetPosition', 'trial']),
  dispatchEvent: rule(2),
  blur: rule(0),
  focus: rule(0),
  scrollIntoViewIfNeeded: rule(0),
  waitFor: rule(0, ['timeout', 'state']),
  waitForSelector: rule(0, ['timeout', 'state']),
  screenshot: rule(0, ['timeout', 'path', 'fullPage']),
};

export const OPTIONS_ON_PAGE: Readonly<Record<string, OptionRule>> = {
  goto: rule(1, GOES),
  goBack: rule(0, GOES),
  goForward: rule(0, GOES),
  reload: rule(0, GOES),
  close: rule(0, []),
  waitForURL: rule(1, GOES),
  waitForLoadState: rule(1),
  waitForNavigation: rule(0, GOES),
  waitForFunction: rule(2),
  screenshot: rule(0, ['timeout', 'path', 'fullPage']),
};

export const OPTIONS_OF_EXPECT: OptionRule = rule(0, ['timeout', 'message', 'soft']);
export const OPTIONS_OF_KEYS: OptionRule = rule(1, []);

const OF_STATES: Readonly<Record<string, string>> = {
  toBeVisible: 'visible',
  toBeEnabled: 'enabled',
  toBeChecked: 'checked',
  toBeEditable: 'editable',
  toBeAttached: 'attached',
};

/** `takesText`: what it expects is a text, of which case may be ignored. */
export function optionsOfMatcher(name: string, values: number, takesText: boolean): OptionRule {
  const state = OF_STATES[name];
  if (state !== undefined) return rule(0, ['timeout', state]);
  if (name === 'toHaveScreenshot') return rule(values, ['timeout', 'maxDiffPixelRatio']);
  return rule(values, takesText ? ['timeout', 'ignoreCase'] : LIMIT);
}

export const WHY_DROPPED: Readonly<Record<string, string>> = {
  force: 'Steploom waits until a person could do it.',
  noWaitAfter: 'Steploom goes on by its own rules.',
  delay: 'Keys and clicks follow each other at their own pace.',
  steps: 'The mouse goes its own way.',
  useInnerText: 'Texts are compared with parts that are not shown.',
  ratio: 'It is enough that any part is in the viewport.',
  referer: 'The page is asked for without it.',
  waitUntil: 'It waits until the page has loaded.',
  polling: 'Conditions are looked at again at their own pace.',
  intervals: 'Checks are repeated at their own pace.',
  runBeforeUnload: 'The tab is closed without asking.',
  mask: 'Areas of the picture can be left out of the comparison by “masks”.',
  clip: 'The picture shows all of it.',
  maxDiffPixels: 'Only a share of the pixels can be tolerated: “tolerance”.',
  threshold: 'Colours are compared by the default of Playwright.',
  style: 'Pictures are taken of the page as it is.',
};

/** What each option stands at when it is not given. */
export const isDefault = (name: string, node: Node): boolean => {
  if (node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined')) return true;
  if (node.type === 'BooleanLiteral') return name === 'strict' || !node.value;
  if (node.type === 'NumericLiteral') return node.value === (name === 'steps' ? 1 : 0) && name !== 'timeout';
  return false;
};

/** Without them a call does something else, so it is not made at all when they cannot be read. */
export const DECISIVE: readonly string[] = [
  ...['trial', 'button', 'clickCount', 'state', 'modifiers', 'position', 'sourcePosition', 'targetPosition'],
  ...['fullPage', 'ignoreCase', 'soft', 'visible', 'enabled', 'checked', 'editable', 'attached'],
];

/** Without them a check would pass that fails there, or do what the code does not. */
export const CHANGES_ALL: Readonly<Record<string, string>> = {
  indeterminate: 'Whether a box is neither ticked nor unticked cannot be checked.',
  pseudo: 'Styles of what comes before and after an element cannot be checked.',
};
