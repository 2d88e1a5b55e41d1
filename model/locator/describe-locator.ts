import { isAppError } from '../errors/errors.ts';
import type { Locator, LocatorStep, TextMatch } from './locator.ts';
import { parseLocator } from './parse-locator.ts';

const shown = (text: TextMatch): string => (typeof text === 'string' ? `“${text}”` : `/${text.source}/${text.flags}`);

function describeStep(step: LocatorStep): string | undefined {
  switch (step.kind) {
    case 'role':
      return [step.computed?.role ?? step.role, ...(step.name === undefined ? [] : [shown(step.name)])].join(' ');
    case 'text':
      return shown(step.text);
    case 'label':
      return `field ${shown(step.text)}`;
    case 'placeholder':
      return `field with placeholder ${shown(step.text)}`;
    case 'altText':
      return `image ${shown(step.text)}`;
    case 'title':
      return `element with title ${shown(step.text)}`;
    case 'testId':
      return `element ${shown(step.text)}`;
    case 'selector':
      return step.selector;
    case 'descendant':
      return describeSteps(step.locator);
    default:
      return undefined;
  }
}

function describeChoice(step: LocatorStep): string {
  if (step.kind === 'hasText') return ` with ${shown(step.text)}`;
  if (step.kind === 'or') return ` or ${describeSteps(step.locator)}`;
  if (step.kind !== 'nth') return '';
  if (step.computed?.index !== undefined) return ` (index ${step.computed.index})`;
  return step.index === -1 ? ' (last)' : ` (number ${step.index + 1})`;
}

export function describeSteps({ steps }: Locator): string {
  let words = '';
  for (const step of steps) words = describeStep(step) ?? words + describeChoice(step);
  return words;
}

/** e.g. `button “Save”`; text that does not parse is returned as it is. */
export function describeLocator(text: string): string {
  try {
    return describeSteps(parseLocator(text));
  } catch (error) {
    if (!isAppError(error, 'invalid-params')) throw error;
    return text;
  }
}

/** Only the name, where that is enough. */
export function nameElement(text: string): string {
  const words = describeLocator(text);
  return /^(?:field |element )?“([^“”]+)”$/.exec(words)?.[1] ?? words;
}

const quoted = (name: unknown): string | undefined =>
  typeof name === 'string' ? ` ${JSON.stringify(name)}` : undefined;

/** Undefined where only the locator of the scope can say it. */
function scopeWords(step: LocatorStep): string | undefined {
  if (step.kind === 'role')
    return step.name === undefined ? ` ${step.role}` : joined(` ${step.role}`, quoted(step.name));
  if (step.kind === 'hasText') return quoted(step.text);
  if (step.kind === 'nth') return step.index < 0 ? undefined : ` #${step.index + 1}`;
  const inner = step.kind === 'has' ? step.locator.steps.at(-1) : undefined;
  return inner?.kind === 'role' ? quoted(inner.name) : undefined;
}

const joined = (start: string, end: string | undefined): string | undefined => end && `${start}${end}`;

/** e.g. `in row "Smith"` or `#2`; undefined where only the locator tells the element from similar ones. */
export function whereabouts({ steps }: Locator): string | undefined {
  const at = steps.findLastIndex(({ kind }) => kind === 'role');
  const place = steps.slice(0, at).map(scopeWords);
  const rank = steps.slice(at + 1).map(step => (step.kind === 'nth' ? scopeWords(step) : undefined));
  if (at < 0 || [...place, ...rank].includes(undefined)) return undefined;
  const words = `${place.length === 0 ? '' : ` in${place.join('')}`}${rank.join('')}`.trim();
  return words === '' ? undefined : words;
}
