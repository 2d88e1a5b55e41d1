/** The format is that of Chrome's Recorder panel, as @puppeteer/replay documents it. */
import { type Action, type BlockNode, readBlocks } from '../../model/actions/index.ts';
import type { Locator, LocatorStep } from '../../model/locator/locator.ts';
import { parseLocator } from '../../model/locator/parse-locator.ts';
import { chordsOf } from '../../model/values/key.ts';
import { hasExpressions, literalText } from '../../model/values/template.ts';
import type { ExportedTest, Exporter } from './exported-test.ts';

/** Only its selectors show that an element of a recording is a list of choices, not a field. */
function asChoice(selector: string): string {
  if (/^(?:aria\/.*\[role=|xpath\/|text\/)/.test(selector)) return selector;
  if (selector.startsWith('aria/')) return `${selector}[role="combobox"]`;
  return /^[#.[]/.test(selector) ? `select${selector}` : selector;
}

function selectorOf(locator: Locator): string | undefined {
  const steps = locator.steps.filter(step => !(step.kind === 'nth' && step.index === 0));
  const parts = steps.map(partOf);
  if (parts.length === 1) return parts[0];
  // Only CSS selectors can be joined into one.
  const css = steps.map(step => (step.kind === 'selector' ? cssOf(step.selector) : undefined));
  return css.includes(undefined) ? undefined : css.join(' ');
}

const cssOf = (selector: string): string | undefined => {
  const bare = selector.replace(/^css=/, '');
  return /^(?:\/\/|\.\.|[\w-]+=)/.test(bare) ? undefined : bare;
};

function partOf(step: LocatorStep): string | undefined {
  if (step.computed !== undefined) return undefined;
  const attribute = (name: string, text: unknown) =>
    typeof text === 'string' ? `[${name}=${JSON.stringify(text)}]` : undefined;
  switch (step.kind) {
    case 'role':
      return typeof step.name === 'string' ? `aria/${step.name}[role="${step.role}"]` : undefined;
    case 'label':
      return typeof step.text === 'string' ? `aria/${step.text}` : undefined;
    case 'text':
      return typeof step.text === 'string' ? `text/${step.text}` : undefined;
    case 'testId':
      return attribute('data-testid', step.text);
    case 'placeholder':
      return attribute('placeholder', step.text);
    case 'altText':
      return attribute('alt', step.text);
    case 'title':
      return attribute('title', step.text);
    case 'selector':
      return step.selector.startsWith('xpath=')
        ? `xpath/${step.selector.slice('xpath='.length)}`
        : cssOf(step.selector);
    default:
      return undefined;
  }
}

interface RecordedElement {
  selectors: string[][];
  frame?: number[];
}

function elementOf(action: { locator: string; fallbacks?: string[] | undefined }): RecordedElement | undefined {
  const found = [action.locator, ...(action.fallbacks ?? [])].flatMap(text => selectorOf(parseLocator(text)) ?? []);
  return found.length === 0 ? undefined : { selectors: found.map(selector => [selector]) };
}

const clickAt = (position: { x: number; y: number } | undefined) => ({
  offsetX: position?.x ?? 1,
  offsetY: position?.y ?? 1,
});

type RecordedSteps = Record<string, unknown>[];

type OnOne = (make: (element: RecordedElement) => RecordedSteps) => RecordedSteps | string;

interface ExportContext {
  appUrl: string;
  given: ReadonlyMap<string, string>;
}

function plain(text: string, given: ExportContext['given']): string {
  const filled = text.replace(/(?<!\\)\{\{\s*(\w+)\s*\}\}/g, (name, parameter: string) => given.get(parameter) ?? name);
  return literalText(filled) ?? filled;
}

function stepsOf(action: Action, { appUrl, given }: ExportContext): RecordedSteps | string {
  const onOne: OnOne = make => {
    if (!('locator' in action) || action.locator === undefined) return 'it names no element';
    const element = elementOf({ locator: action.locator, fallbacks: action.fallbacks });
    return element === undefined ? 'a recording cannot hold its locator' : make({ ...element });
  };
  switch (action.type) {
    case 'visit': {
      const url = plain(action.url, given);
      return [{ type: 'navigate', url: URL.canParse(url, appUrl) ? new URL(url, appUrl).href : url }];
    }
    case 'press':
      return keySteps(action.key);
    case 'scroll': {
      const by = { type: 'scroll', x: action.x ?? 0, y: action.y ?? 0 };
      return action.locator === undefined ? [by] : onOne(element => [{ ...by, ...element }]);
    }
    case 'closeTab':
      return [{ type: 'close' }];
    case 'if':
      return 'a recording has no conditions, so what is in it is missing, too';
    case 'loop':
      return 'a recording has no loops, so what is in it is missing, too';
    case 'wait':
      return waitSteps(action, onOne);
    case 'assert':
      return assertSteps(action, onOne);
    default:
      return elementSteps(action, onOne, given);
  }
}

function elementSteps(action: Action, onOne: OnOne, given: ExportContext['given']): RecordedSteps | string {
  switch (action.type) {
    case 'click':
      return onOne(element => holding(action, { type: 'click', ...element, ...clickAt(action.position) }));
    case 'rightClick':
      return onOne(element =>
        holding(action, { type: 'click', button: 'secondary', ...element, ...clickAt(action.position) }),
      );
    case 'dblclick':
      return onOne(element => holding(action, { type: 'doubleClick', ...element, ...clickAt(action.position) }));
    case 'hover':
      return onOne(element => holding(action, { type: 'hover', ...element }));
    case 'check':
    case 'uncheck':
      return onOne(element => [{ type: 'click', ...element, ...clickAt(undefined) }]);
    case 'fill':
      return onOne(element => [{ type: 'change', value: plain(action.value, given), ...element }]);
    case 'select':
      if (action.values.length > 1) return 'a recording holds one choice';
      return onOne(({ selectors, ...element }) => [
        {
          type: 'change',
          value: plain(action.values[0] ?? '', given),
          ...element,
          selectors: selectors.map(way => way.map(asChoice)),
        },
      ]);
    default:
      return 'a recording has nothing like it';
  }
}

function holding({ modifiers = [] }: { modifiers?: readonly string[] | undefined }, step: object): RecordedSteps {
  const keys = (type: string, names: readonly string[]) => names.map(key => ({ type, key }));
  return [...keys('keyDown', modifiers), { ...step }, ...keys('keyUp', [...modifiers].reverse())];
}

function keySteps(pressed: string): RecordedSteps {
  return chordsOf(pressed).flatMap(chord => {
    const keys = chord.split('+').map(key => (key === 'Space' ? ' ' : key));
    return [...keys.map(key => ({ type: 'keyDown', key })), ...keys.reverse().map(key => ({ type: 'keyUp', key }))];
  });
}

function waitSteps(action: Extract<Action, { type: 'wait' }>, onOne: OnOne): RecordedSteps | string {
  if (action.until === 'script')
    return [{ type: 'waitForExpression', expression: literalText(action.value ?? '') ?? action.value ?? '' }];
  if (action.until === 'visible') return onOne(element => [{ type: 'waitForElement', ...element, visible: true }]);
  if (action.until === 'hidden')
    return onOne(element => [{ type: 'waitForElement', ...element, operator: '==', count: 0 }]);
  return 'a recording has nothing like it';
}

function assertSteps(action: Extract<Action, { type: 'assert' }>, onOne: OnOne): RecordedSteps | string {
  const { matcher, not = false, expected = '' } = action;
  const isShown = (matcher === 'toBeVisible' && !not) || (matcher === 'toBeHidden' && not);
  if (isShown) return onOne(element => [{ type: 'waitForElement', ...element, visible: true }]);
  if (matcher === 'toBeVisible' || matcher === 'toBeHidden')
    return onOne(element => [{ type: 'waitForElement', ...element, operator: '==', count: 0 }]);
  if (matcher === 'toHaveCount' && !not)
    return onOne(element => [{ type: 'waitForElement', ...element, operator: '==', count: Number(expected) }]);
  if (matcher === 'toPassScript' && !not)
    return [{ type: 'waitForExpression', expression: literalText(expected) ?? expected }];
  return 'a recording has nothing like it';
}

const withLimit = (step: Record<string, unknown>, timeout: number | undefined): Record<string, unknown> =>
  'selectors' in step ? { ...step, timeout } : step;

function changeOf(action: Action): string | undefined {
  if (action.type === 'check' || action.type === 'uncheck')
    return 'becomes a click, whether it is ticked before or not';
  if (action.type === 'visit' && action.expectStatus !== undefined)
    return 'goes there whatever the status: a recording does not check it';
  if (action.type === 'press' && action.locator !== undefined)
    return 'goes to the element that has the focus: a recording names none for keys';
  return undefined;
}

const textsIn = (fields: object): string[] => Object.values(fields).filter(value => typeof value === 'string');

/** Parameters of plugged tests are filled in, but no other values. */
const isLeftComputed = (action: Action, steps: RecordedSteps): boolean =>
  textsIn(action).some(hasExpressions) && steps.flatMap(textsIn).some(text => text.includes('{{'));

interface PlacedAction {
  action: Action;
  /** For example `t2, action 3`. */
  place: string;
  given: ExportContext['given'];
  actor: string | undefined;
}

/** Undefined: the first actor. */
interface TestInCode {
  codes: readonly string[];
  given: ExportContext['given'];
  actor: string | undefined;
}

const placeIn = (codes: readonly string[], index: number): string =>
  [...codes, `${codes.length === 0 ? 'A' : 'a'}ction ${index + 1}`].join(', ');

/** Of a block with a condition or rounds only its head: what is in it is not always done once. */
function inlined(
  nodes: readonly BlockNode[],
  testOf: ExportedTest['testOf'],
  { codes, given, actor: acting }: TestInCode,
): PlacedAction[] {
  return nodes.flatMap(node => {
    const { action, index } = node;
    if (action.disabled) return [];
    const body = node.kind === 'block' && action.type === 'group' ? node.body : [];
    const actor = action.actor ?? acting;
    const plugged = action.type === 'plugTest' ? testOf(action.test) : undefined;
    if (action.type !== 'plugTest' || plugged === undefined || codes.includes(plugged.testCode))
      return [
        { action, place: placeIn(codes, index), given, actor },
        ...inlined(body, testOf, { codes, given, actor: acting }),
      ];
    const defaults = (plugged.parameters ?? []).map(({ name, default: text = '' }) => [name, text] as const);
    const texts = Object.entries(action.parameters ?? {}).map(([name, text]) => [name, plain(text, given)] as const);
    const inner = { codes: [...codes, plugged.testCode], given: new Map([...defaults, ...texts]), actor };
    return Array.from({ length: action.repeat ?? 1 }, () =>
      inlined(readBlocks(plugged.actions).nodes, testOf, inner),
    ).flat();
  });
}

export const exportChromeRecorder: Exporter = (exported: ExportedTest) => {
  const { test, testOf, appUrl, titleOf } = exported;
  const notes: string[] = [];
  const first = test.actors?.[0]?.name;
  const own = { codes: [], given: new Map(), actor: first };
  const steps = inlined(readBlocks(test.actions).nodes, testOf, own).flatMap(({ action, place, given, actor }) => {
    const made = actor === first ? stepsOf(action, { appUrl, given }) : 'a recording has the window of one person';
    const name = `${place} (${titleOf(action)})`;
    if (typeof made === 'string') {
      notes.push(`${name} is missing: ${made}.`);
      return [];
    }
    const change = changeOf(action);
    if (change !== undefined) notes.push(`${name} ${change}.`);
    if (isLeftComputed(action, made)) notes.push(`${name} keeps its {{ … }} as text: a recording computes nothing.`);
    return action.timeoutMs === undefined ? made : made.map(step => withLimit(step, action.timeoutMs));
  });
  const viewport = {
    type: 'setViewport',
    width: 1280,
    height: 720,
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
    isLandscape: false,
  };
  return {
    text: `${JSON.stringify({ title: test.name, steps: [viewport, ...steps] }, null, 2)}\n`,
    extension: 'json',
    notes,
  };
};
