import type { Locator as PlaywrightLocator } from 'playwright';
import type { ElementUse } from '../../../model/actions/field-uses.ts';
import { wellFormed } from '../../../model/values/well-formed.ts';
import { fieldState, surfaceOf } from '../../page/fields/field-state.ts';

interface ElementState {
  tag: string;
  text: string;
  inputType: string;
  isVisible: boolean;
  isDisabled: boolean;
  isReadOnly: boolean;
  isEditable: boolean;
  isCheckable: boolean;
  options?: { value: string; label: string }[];
  isMultiple: boolean;
  coveredBy?: string;
}

const MOST_CHARACTERS = 120;

interface ElementLimit {
  signal: AbortSignal;
  timeout: number;
}

const UNTYPED = ['checkbox', 'radio', 'file', 'button', 'submit', 'reset', 'image', 'hidden'];
const CHECKABLE_ROLES = ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'];

export async function readElementState(element: PlaywrightLocator, limit: ElementLimit): Promise<ElementState> {
  const [field, surface, isVisible] = await Promise.all([
    element.evaluate(fieldState, undefined, limit),
    element.evaluate(surfaceOf, undefined, limit),
    element.isVisible(limit),
  ]);
  const { inputType, role, isTextarea, isContentEditable, ...rest } = field;
  const isTyped = inputType !== '' && !UNTYPED.includes(inputType);
  return {
    ...rest,
    inputType,
    isVisible,
    isEditable: isTextarea || isContentEditable || isTyped,
    isCheckable: ['checkbox', 'radio'].includes(inputType) || CHECKABLE_ROLES.includes(role),
    tag: surface.tag,
    text: wellFormed(surface.text.slice(0, MOST_CHARACTERS)),
    ...(surface.isReached || !isVisible ? {} : { coveredBy: describeElement(surface.names) }),
  };
}

function describeElement([tag = '', id = '', classes = '']: readonly string[]): string {
  const mark = id === '' ? ` class="${classes}"` : ` id="${id}"`;
  return `<${tag.toLowerCase()}${id === '' && classes === '' ? '' : mark.slice(0, MOST_CHARACTERS)}>`;
}

const MOST_OPTIONS = 5;

interface IntendedUse {
  options?: readonly string[] | undefined;
  text?: string | undefined;
}

export function stateFault(
  state: ElementState,
  use: ElementUse,
  { options = [], text }: IntendedUse = {},
): string | undefined {
  if (use === 'any' || use === 'one') return undefined;
  const wrong = wrongKind(state, use);
  if (wrong !== undefined) return wrong;
  if (!state.isVisible) return 'is there, but not visible';
  if (use === 'visible') return undefined;
  if (state.isDisabled) return 'is disabled';
  if (use === 'editable') return state.isReadOnly ? 'is read-only' : textFault(state.inputType, text);
  if (use === 'options') return optionFault(state, options);
  return state.coveredBy === undefined ? undefined : `is covered by ${state.coveredBy}`;
}

function wrongKind(state: ElementState, use: ElementUse): string | undefined {
  const kind = state.inputType === '' ? `<${state.tag}>` : `<input type="${state.inputType}">`;
  if (use === 'editable' && !state.isEditable) return `is not a field to type into (${kind})`;
  if (use === 'options' && state.options === undefined)
    return `is not a list to choose from (${kind}): ${CHOOSE_BY_HAND}`;
  return use === 'checkable' && !state.isCheckable ? `cannot be ticked (${kind})` : undefined;
}

export const CHOOSE_BY_HAND = 'click it or fill it, then click the option';

const DATE = '\\d{4,6}-\\d\\d-\\d\\d';
const TIME = '\\d\\d:\\d\\d(:\\d\\d([.]\\d{1,3})?)?';

const NOTATIONS: Readonly<Record<string, { form: string; example: string }>> = {
  date: { form: DATE, example: '2026-12-31' },
  time: { form: TIME, example: '23:59' },
  'datetime-local': { form: `${DATE}[T ]${TIME}`, example: '2026-12-31T23:59' },
  month: { form: '\\d{4,6}-\\d\\d', example: '2026-12' },
  week: { form: '\\d{4,6}-W\\d\\d', example: '2026-W52' },
  color: { form: '#[0-9a-f]{6}', example: '#ff0000' },
  number: { form: '[-+]?(\\d+|\\d*[.]\\d+)(e[-+]?\\d+)?', example: '12.5' },
};

function textFault(inputType: string, text = ''): string | undefined {
  const notation = NOTATIONS[inputType];
  if (text.trim() === '' || notation === undefined) return undefined;
  if (new RegExp(`^${notation.form}$`, 'i').test(text.trim())) return undefined;
  return `takes what is written like ${notation.example}, not “${text}”`;
}

function optionFault({ options = [], isMultiple }: ElementState, wanted: readonly string[]): string | undefined {
  const missing = wanted.find(text => !options.some(({ value, label }) => value === text || label === text));
  if (missing !== undefined) {
    const some = options.slice(0, MOST_OPTIONS).map(({ label }) => `“${label}”`);
    const more = options.length > MOST_OPTIONS ? ` and ${options.length - MOST_OPTIONS} more` : '';
    return `has no option “${missing}”; it has ${some.length === 0 ? 'none' : some.join(', ')}${more}`;
  }
  return wanted.length > 1 && !isMultiple ? 'takes only one option' : undefined;
}
