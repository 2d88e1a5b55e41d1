import type { Action, ActionOf } from '../../model/actions/index.ts';
import { matcherRule } from '../../model/actions/matchers.ts';
import { chordsOf } from '../../model/values/key.ts';
import { literalText } from '../../model/values/template.ts';
import { accessibilityLines } from './code-accessibility.ts';
import { clockLines } from './code-clock.ts';
import { downloading } from './code-download.ts';
import { emulating } from './code-emulate.ts';
import { requestCheckCode } from './code-expect-request.ts';
import { MOCK_WRITERS } from './code-mock.ts';
import {
  type CodeContext,
  type CodeLines,
  call,
  commented,
  find,
  likeName,
  limit,
  options,
  text,
  variable,
} from './code-parts.ts';
import { reloading, requesting, visiting } from './code-requests.ts';
import { storageLines } from './code-storage.ts';
import { TAB_WRITERS } from './code-tabs.ts';
import { pageIn, quoted } from './code-values.ts';

type PointedAction = ActionOf<'click' | 'dblclick' | 'rightClick' | 'hover'>;

function pointer(action: PointedAction, more: Readonly<Record<string, string>> = {}): string {
  const modifiers = action.modifiers === undefined ? undefined : `[${action.modifiers.map(quoted).join(', ')}]`;
  return options({ ...more, modifiers, position: place(action.position), timeout: limit(action) });
}

const place = (at: { x: number; y: number } | undefined) =>
  at === undefined ? undefined : `{ x: ${at.x}, y: ${at.y} }`;

type AssertingAction = ActionOf<'assert'> | (ActionOf<'if'> & { matcher: ActionOf<'assert'>['matcher'] });

/** `expect(…).toHaveText(…)`, without `await`. */
export function expectation(action: AssertingAction, context: CodeContext, timeout = limit(action)): string {
  const { matcher, locator, expected = '', attribute = '', not = false, ignoreCase } = action;
  const subject = locator === undefined ? pageIn(context) : find(locator, context);
  const soft = action.type === 'assert' && action.onFailure === 'continue' ? 'expect.soft' : 'expect';
  const start = `${soft}(${subject})${not ? '.not' : ''}.${matcher}`;
  const settings = options({ ignoreCase: ignoreCase === true ? 'true' : undefined, timeout });
  if (matcher === 'toPassScript') {
    const look = `async () => expect(Boolean(await ${inPage(expected, context)})).toBe(${!not})`;
    return call(`${soft}(${look}).toPass`, options({ timeout: timeout ?? '10_000' }));
  }
  const rule = matcherRule(matcher);
  const owner = rule.attribute === undefined ? undefined : quoted(attribute);
  return call(
    start,
    owner,
    wantedBy(action, context),
    rule.takesCase ? settings : options({ ...leewayOf(action, context), timeout }),
  );
}

/** Playwright masks elements, not areas. */
function leewayOf({ tolerance, masks, locator }: AssertingAction, context: CodeContext) {
  const maxDiffPixelRatio = tolerance === undefined ? undefined : String(tolerance / 100);
  if (masks === undefined) return { maxDiffPixelRatio };
  context.values.needs.covers = true;
  const areas = masks.map(({ x, y, width, height }) => `{ x: ${x}, y: ${y}, width: ${width}, height: ${height} }`);
  const element = locator === undefined ? undefined : find(locator, context);
  return { maxDiffPixelRatio, mask: `[await ${call('covers', pageIn(context), `[${areas.join(', ')}]`, element)}]` };
}

function wantedBy(
  { matcher, expected, ignoreCase }: AssertingAction,
  { values, scope }: CodeContext,
): string | undefined {
  const rule = matcherRule(matcher);
  if (expected === undefined || rule.expected === 'none') return undefined;
  if (rule.holds === 'number') return values.number(expected, scope);
  if (rule.holds === 'picture') return quoted(`${expected}.png`);
  if (rule.holds === 'aria snapshot') return values.text(expected, scope);
  return ignoreCase && !rule.takesCase ? values.patternOfAnyCase(expected, scope) : values.pattern(expected, scope);
}

function inPage(code: string, context: CodeContext): string {
  const isExpression = !/^\s*(?:const|let|var|return|if|for|while|await|try|throw)\b|;\s*\S/.test(code);
  const written = isExpression ? code : `(async () => {\n${code}\n})()`;
  return `${pageIn(context)}.evaluate(${text(written, context)})`;
}

function waiting(action: ActionOf<'wait'>, context: CodeContext): CodeLines {
  const { until, locator, value = '' } = action;
  const { values, scope } = context;
  const page = pageIn(context);
  const timeout = limit(action);
  switch (until) {
    case 'visible':
    case 'hidden':
      return [`await ${call(`${find(locator ?? '', context)}.waitFor`, options({ state: quoted(until), timeout }))};`];
    case 'enabled':
      return [`await ${call(`expect(${find(locator ?? '', context)}).toBeEnabled`, options({ timeout }))};`];
    case 'load':
      return [`await ${call(`${page}.waitForLoadState`, timeout && quoted('load'), options({ timeout }))};`];
    case 'idle':
      return [`await ${call(`${page}.waitForLoadState`, quoted('networkidle'), options({ timeout }))};`];
    case 'url':
      return [`await ${call(`${page}.waitForURL`, values.pattern(value, scope), options({ timeout }))};`];
    case 'time':
      return [`await ${page}.waitForTimeout(${values.number(value, scope)});`];
    case 'script':
      return [
        `await ${call(`${page}.waitForFunction`, text(value, context), timeout && 'undefined', options({ timeout }))};`,
      ];
  }
}

function extraction(action: ActionOf<'extract'>, context: CodeContext): CodeLines {
  const { from, locator, attribute = '', code = '', into, pattern } = action;
  const element = locator === undefined ? '' : find(locator, context);
  const read: Readonly<Record<typeof from, string>> = {
    text: `(await ${element}.innerText()).trim()`,
    value: `await ${element}.inputValue()`,
    attribute: `await ${element}.getAttribute(${quoted(attribute)})`,
    count: `await ${element}.count()`,
    url: `${pageIn(context)}.url()`,
    title: `await ${pageIn(context)}.title()`,
    script: `await ${inPage(code, context)}`,
  };
  const target = variable(into, context);
  if (pattern === undefined) return [`${target} = ${read[from]};`];
  const match = context.unique('match');
  return [
    `const ${match} = String(${read[from]}).match(new RegExp(${quoted(pattern)}));`,
    `${target} = ${match}?.[1] ?? ${match}?.[0];`,
  ];
}

function scrolling(action: ActionOf<'scroll'>, context: CodeContext): CodeLines {
  const { locator, x, y } = action;
  if (x === undefined && y === undefined && locator !== undefined)
    return [`await ${find(locator, context)}.scrollIntoViewIfNeeded();`];
  if (locator === undefined)
    return [`await ${pageIn(context)}.evaluate(([x, y]) => window.scrollBy(x, y), [${x ?? 0}, ${y ?? 0}]);`];
  return [
    `await ${find(locator, context)}.evaluate((element, [x, y]) => element.scrollBy(x, y), [${x ?? 0}, ${y ?? 0}]);`,
  ];
}

/** Playwright drags onto elements only: a distance is gone with the mouse. */
function dragging(action: ActionOf<'drag'>, context: CodeContext): CodeLines {
  const { locator, target, position, targetPosition, offset = { x: 0, y: 0 } } = action;
  const element = find(locator, context);
  if (target !== undefined) {
    const places = { sourcePosition: place(position), targetPosition: place(targetPosition), timeout: limit(action) };
    return [`await ${call(`${element}.dragTo`, find(target, context), options(places))};`];
  }
  const box = context.unique('box');
  const page = pageIn(context);
  const end = (side: 'x' | 'y', size: 'width' | 'height') => {
    const start = position === undefined ? `${box}.${size} / 2` : String(position[side]);
    return `${box}.${side} + ${start} + ${offset[side]}`.replace('+ -', '- ');
  };
  return [
    `await ${call(`${element}.hover`, options({ position: place(position), timeout: limit(action) }))};`,
    `const ${box} = (await ${element}.boundingBox())!;`,
    `await ${page}.mouse.down();`,
    `await ${page}.mouse.move(${end('x', 'width')}, ${end('y', 'height')}, { steps: 10 });`,
    `await ${page}.mouse.up();`,
  ];
}

function clipboardLines(action: ActionOf<'clipboard'>, context: CodeContext): CodeLines {
  const page = pageIn(context);
  const allow = `await ${page}.context().grantPermissions(['clipboard-read', 'clipboard-write']);`;
  if (action.value !== undefined)
    return [
      allow,
      `await ${page}.evaluate(value => navigator.clipboard.writeText(value), ${text(action.value, context)});`,
    ];
  const lines = [allow];
  const read = `${page}.evaluate(() => navigator.clipboard.readText())`;
  if (action.expected !== undefined) {
    const { values, scope } = context;
    const isPattern = action.expected.startsWith('/') || action.ignoreCase === true;
    const wanted = action.ignoreCase
      ? values.patternOfAnyCase(action.expected, scope)
      : values.pattern(action.expected, scope);
    lines.push(
      `await expect.poll(() => ${read})${action.not ? '.not' : ''}.${isPattern ? 'toMatch' : 'toBe'}(${wanted});`,
    );
  }
  if (action.into !== undefined) lines.push(`${variable(action.into, context)} = await ${read};`);
  return lines;
}

/** An answer without a text leaves the default of a prompt, which Playwright empties. */
function answering({ accept, text: given, message, every }: ActionOf<'dialog'>, context: CodeContext): string {
  const typed = given === undefined ? 'dialog.defaultValue()' : text(given, context);
  const answer = accept ? `dialog.accept(${typed})` : 'dialog.dismiss()';
  const start = `${pageIn(context)}.${every === true ? 'on' : 'once'}('dialog',`;
  if (message === undefined) return `${start} dialog => ${answer});`;
  return `${start} async dialog => { expect(dialog.message()).${likeName(message, context)}; await ${answer}; });`;
}

function requestChecking(action: ActionOf<'expectRequest'>, context: CodeContext): CodeLines {
  const begun = context.begun?.get(action);
  const { before, behind } = begun === undefined ? requestCheckCode(action, context) : { before: [], behind: begun };
  return [...before, ...behind];
}

type Writers = { [Type in CodeLeafType]: (action: ActionOf<Type>, context: CodeContext) => CodeLines };
type CodeBlockType =
  | 'group'
  | 'if'
  | 'else'
  | 'end'
  | 'loop'
  | 'plugTest'
  | 'plugScenario'
  | 'plugFeature'
  | 'plugTags';
type CodeLeafType = Exclude<Action['type'], CodeBlockType>;

const onElement = (
  action: { locator: string },
  context: CodeContext,
  name: string,
  ...args: readonly (string | undefined)[]
): CodeLines => [`await ${call(`${find(action.locator, context)}.${name}`, ...args)};`];

/** A computed key may be several chords, but counts as one. */
const writtenChords = (key: string): string[] => (literalText(key) === undefined ? [key] : chordsOf(key));

const WRITERS: Writers = {
  visit: visiting,
  click: (action, context) => onElement(action, context, 'click', pointer(action)),
  dblclick: (action, context) => onElement(action, context, 'dblclick', pointer(action)),
  rightClick: (action, context) => onElement(action, context, 'click', pointer(action, { button: quoted('right') })),
  hover: (action, context) => onElement(action, context, 'hover', pointer(action)),
  fill: (action, context) =>
    onElement(
      action,
      context,
      action.keyByKey === true ? 'pressSequentially' : 'fill',
      text(action.value, context),
      options({ timeout: limit(action) }),
    ),
  press: (action, context) =>
    writtenChords(action.key).flatMap((chord, at) =>
      action.locator === undefined || at > 0
        ? [`await ${pageIn(context)}.keyboard.press(${text(chord, context)});`]
        : onElement(
            { locator: action.locator },
            context,
            'press',
            text(chord, context),
            options({ timeout: limit(action) }),
          ),
    ),
  select: (action, context) =>
    onElement(
      action,
      context,
      'selectOption',
      `[${action.values.map(value => text(value, context)).join(', ')}]`,
      options({ timeout: limit(action) }),
    ),
  check: (action, context) => onElement(action, context, 'check', options({ timeout: limit(action) })),
  uncheck: (action, context) => onElement(action, context, 'uncheck', options({ timeout: limit(action) })),
  upload: (action, context) =>
    onElement(
      action,
      context,
      'setInputFiles',
      `[${action.files.map(file => text(`files/${file}`, context)).join(', ')}]`,
      options({ timeout: limit(action) }),
    ),
  drag: dragging,
  paste: (action, context) => {
    context.values.needs.paste = true;
    const html = action.html === undefined ? undefined : text(action.html, context);
    return [`await ${call('paste', find(action.locator, context), text(action.value, context), html)};`];
  },
  scroll: scrolling,
  wait: waiting,
  assert: (action, context) => [`await ${expectation(action, context)};`],
  extract: extraction,
  script: (action, context) => [
    `${action.into === undefined ? '' : `${variable(action.into, context)} = `}await ${inPage(action.code, context)};`,
  ],
  request: requesting,
  expectRequest: requestChecking,
  goBack: (_action, context) => [`await ${pageIn(context)}.goBack();`],
  goForward: (_action, context) => [`await ${pageIn(context)}.goForward();`],
  reload: reloading,
  ...TAB_WRITERS,
  dialog: (action, context) => [answering(action, context)],
  download: downloading,
  clipboard: clipboardLines,
  emulate: emulating,
  ...MOCK_WRITERS,
  clock: clockLines,
  storage: storageLines,
  screenshot: (action, context) => {
    const path = text(`${action.name ?? 'screenshot'}.png`, context);
    const settings = options({
      path: `test.info().outputPath(${path})`,
      fullPage: action.fullPage === true ? 'true' : undefined,
    });
    return [
      `await ${action.locator === undefined ? pageIn(context) : find(action.locator, context)}.screenshot(${settings});`,
    ];
  },
  checkAccessibility: accessibilityLines,
  comment: action => commented(action.text.split('\n')),
  pause: (_action, context) => [`await ${pageIn(context)}.pause();`],
};

export const isLeaf = (action: Action): action is ActionOf<CodeLeafType> => Object.hasOwn(WRITERS, action.type);
export const writeLeaf = <Type extends CodeLeafType>(
  type: Type,
  action: ActionOf<Type>,
  context: CodeContext,
): CodeLines => WRITERS[type](action, context);
