import { z } from 'zod';
import { LocatorText } from '../locator/parse-locator.ts';
import { TextValue } from '../names/codes.ts';
import { filePathFault } from '../names/file-path.ts';
import { keyFault, MOST_KEYS_CHARACTERS } from '../values/key.ts';
import { REDACTED } from '../values/redactor.ts';
import { literalText } from '../values/template.ts';
import { defineActionKind } from './define-action-kind.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS, MEANINGS } from './fields.ts';
import { isPlainPassword } from './plain-password.ts';
import { elementPart, fieldPart, say } from './sentence.ts';

const listPart = (field: string, texts: readonly string[]) =>
  fieldPart(field, texts.map(text => `“${text}”`).join(', '));

export const click = defineActionKind({
  type: 'click',
  label: 'Click',
  alsoCalled: ['tap'],
  fields: { locator: FIELDS.locator, modifiers: FIELDS.modifiers.optional(), position: FIELDS.position.optional() },
  title: action => say`Click ${elementPart(action.locator)}`,
  element: () => 'clickable',
});

export const doubleClick = defineActionKind({
  type: 'dblclick',
  label: 'Double-click',
  fields: { locator: FIELDS.locator, modifiers: FIELDS.modifiers.optional(), position: FIELDS.position.optional() },
  title: action => say`Double-click ${elementPart(action.locator)}`,
  element: () => 'clickable',
});

export const rightClick = defineActionKind({
  type: 'rightClick',
  label: 'Right-click',
  alsoCalled: ['context menu'],
  fields: { locator: FIELDS.locator, modifiers: FIELDS.modifiers.optional(), position: FIELDS.position.optional() },
  title: action => say`Right-click ${elementPart(action.locator)}`,
  element: () => 'clickable',
});

export const hover = defineActionKind({
  type: 'hover',
  label: 'Hover over',
  alsoCalled: ['mouse over'],
  fields: { locator: FIELDS.locator, modifiers: FIELDS.modifiers.optional(), position: FIELDS.position.optional() },
  title: action => say`Hover over ${elementPart(action.locator)}`,
  element: () => 'visible',
});

export const drag = defineActionKind({
  type: 'drag',
  label: 'Drag',
  isSpecial: true,
  alsoCalled: ['drop', 'pan', 'resize'],
  fields: {
    locator: FIELDS.locator,
    target: LocatorText.describe('Element to drop it on').optional(),
    position: FIELDS.position.optional(),
    targetPosition: FIELDS.position.describe('Point inside the target, px from its top left').optional(),
    offset: z
      .strictObject({ x: z.number(), y: z.number() })
      .describe('How far, instead of a target: px to the right and down')
      .optional(),
  },
  aliases: { to: 'target' },
  title: ({ locator, target, offset }) =>
    target === undefined
      ? say`Drag ${elementPart(locator)} by ${fieldPart('offset', distanceOf(offset))}`
      : say`Drag ${elementPart(locator)} to ${elementPart(target, 'target')}`,
  element: () => 'visible',
  uses: ({ target, offset }) => {
    if (isGiven(target)) return { asks: ['target'], without: ['offset'] };
    return isGiven(offset) ? { asks: ['offset'], without: ['target', 'targetPosition'] } : { asks: ['target'] };
  },
  fault: ({ target, targetPosition, offset }) => {
    if (target === undefined && offset === undefined)
      return { field: 'target', message: 'drag needs a "target" to drop it on, or an "offset"' };
    if (offset === undefined || (target === undefined && targetPosition === undefined)) return undefined;
    const other = target === undefined ? 'targetPosition' : 'target';
    return { field: 'offset', message: `what is dragged by an offset has no "${other}"` };
  },
});

const isGiven = (value: unknown): boolean => value !== undefined && value !== '';

/** e.g. `120 px right, 5 px up`. */
function distanceOf({ x, y }: { x: number; y: number } = { x: 0, y: 0 }): string {
  const across = x === 0 ? [] : [`${Math.abs(x)} px ${x > 0 ? 'right' : 'left'}`];
  const along = y === 0 ? [] : [`${Math.abs(y)} px ${y > 0 ? 'down' : 'up'}`];
  return [...across, ...along].join(', ') || '0 px';
}

const keyByKeyPart = ({ keyByKey }: { keyByKey?: boolean | undefined }) =>
  keyByKey === true ? say`${fieldPart('keyByKey', 'key by key')} ` : '';

export const fill = defineActionKind({
  type: 'fill',
  label: 'Type',
  alsoCalled: ['type', 'input', 'enter', 'write', 'text field'],
  leavesPage: 'no',
  fields: {
    locator: FIELDS.locator,
    value: FIELDS.value,
    keyByKey: z
      .boolean()
      .describe('Presses a key for each character, for pages that listen to keys; adds to what is there')
      .optional(),
  },
  aliases: { slowly: 'keyByKey' },
  title: action =>
    say`Type “${fieldPart('value', isPlainPassword(action) ? REDACTED : action.value)}” ${keyByKeyPart(action)}into ${elementPart(action.locator)}`,
  element: ({ keyByKey }) => (keyByKey === true ? 'one' : 'editable'),
});

export const select = defineActionKind({
  type: 'select',
  label: 'Choose',
  alsoCalled: ['choose', 'dropdown', 'option', 'combobox', 'pick'],
  fields: {
    locator: FIELDS.locator,
    values: z.array(TextValue).min(1).max(100).describe('Options by value or visible label'),
  },
  aliases: { value: 'values' },
  title: action => say`Choose ${listPart('values', action.values)} in ${elementPart(action.locator)}`,
  element: () => 'options',
});

export const check = defineActionKind({
  type: 'check',
  label: 'Tick',
  alsoCalled: ['tick', 'checkbox', 'radio', 'toggle'],
  fields: { locator: FIELDS.locator },
  title: action => say`Tick ${elementPart(action.locator)}`,
  element: () => 'checkable',
});

export const uncheck = defineActionKind({
  type: 'uncheck',
  label: 'Untick',
  alsoCalled: ['untick'],
  fields: { locator: FIELDS.locator },
  title: action => say`Untick ${elementPart(action.locator)}`,
  element: () => 'checkable',
});

export const press = defineActionKind({
  type: 'press',
  label: 'Press key',
  alsoCalled: ['keyboard', 'shortcut'],
  fields: {
    key: z
      .string()
      .min(1)
      .max(MOST_KEYS_CHARACTERS)
      .describe('Key or chord, e.g. Enter or Control+A; several in a row with spaces between')
      .register(MEANINGS, { holds: 'text' }),
    locator: FIELDS.locator.optional(),
  },
  title: action =>
    action.locator === undefined
      ? say`Press ${fieldPart('key', action.key)}`
      : say`Press ${fieldPart('key', action.key)} in ${elementPart(action.locator)}`,
  fault: ({ key }) => {
    const literal = literalText(key);
    return fieldFault('key', literal === undefined ? undefined : keyFault(literal));
  },
});

export const upload = defineActionKind({
  type: 'upload',
  label: 'Upload',
  alsoCalled: ['attach', 'choose file', 'file'],
  fields: {
    locator: FIELDS.locator,
    files: z
      .array(TextValue)
      .min(1)
      .max(100)
      .describe('Paths under files/, e.g. photos/cat.png')
      .register(MEANINGS, { namesFiles: true }),
  },
  title: action => say`Upload ${listPart('files', action.files)} to ${elementPart(action.locator)}`,
  fault: ({ files }) => {
    for (const [index, file] of files.entries()) {
      const literal = literalText(file);
      const found = fieldFault(`files[${index}]`, literal === undefined ? undefined : filePathFault(literal));
      if (found !== undefined) return found;
    }
    return undefined;
  },
});

export const scroll = defineActionKind({
  type: 'scroll',
  label: 'Scroll',
  leavesPage: 'no',
  fields: {
    locator: FIELDS.locator.optional(),
    x: z.number().describe('Pixels to the right').register(MEANINGS, { label: 'Right' }).optional(),
    y: z.number().describe('Pixels down').register(MEANINGS, { label: 'Down' }).optional(),
  },
  title: action => {
    const subject = action.locator === undefined ? 'the page' : elementPart(action.locator);
    if (action.x === undefined && action.y === undefined) return say`Scroll to ${subject}`;
    return say`Scroll ${subject} by ${fieldPart('x', action.x ?? 0)}, ${fieldPart('y', action.y ?? 0)}`;
  },
  fault: action =>
    action.locator === undefined && action.x === undefined && action.y === undefined
      ? { field: 'locator', message: 'scroll needs a locator, or x or y' }
      : undefined,
});
