/** How an action reads as a row: what is done, to which element, with what. Pure. */
import { ACTION_KINDS, isActionType } from '../../../model/actions/index.ts';
import { isMatcherName, MATCHERS } from '../../../model/actions/matchers.ts';
import { isAppError } from '../../../model/errors/errors.ts';
import { describeLocator } from '../../../model/locator/describe-locator.ts';
import type { LocatorStep } from '../../../model/locator/locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';

interface RowWords {
  verb: string;
  target?: string;
  /** How the target is found, in a word. */
  foundBy?: string;
  value: string;
}

const STEP_WORDS: Partial<Record<LocatorStep['kind'], string>> = {
  role: 'role',
  text: 'text',
  label: 'label',
  placeholder: 'placeholder',
  altText: 'alt text',
  title: 'title',
  testId: 'test id',
  selector: 'css',
};

/** Of the last step that finds something by itself. */
export function foundBy(locator: string): string | undefined {
  try {
    const words = parseLocator(locator).steps.flatMap(step => {
      if (step.kind === 'selector' && /^(xpath=|\/\/)/.test(step.selector)) return ['xpath'];
      return STEP_WORDS[step.kind] ?? [];
    });
    return words.at(-1);
  } catch (error) {
    if (isAppError(error, 'invalid-params')) return undefined;
    throw error;
  }
}

/** A value in one line. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\s*\n[\s\S]*$/, ' …');
  if (Array.isArray(value))
    return value.every(item => typeof item === 'string') ? value.join(', ') : `${value.length} rows`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const FIRST_FIELDS: ReadonlySet<string> = new Set(['locator', 'matcher', 'not']);

/** Words for the fields that say what is done; those that only say how come with their names, plugged tests with theirs. */
export function rowWords(action: { type: string } & Record<string, unknown>, testName?: string): RowWords {
  const { type, locator, matcher, not } = action;
  if (!isActionType(type)) return { verb: type, value: '' };
  const kind = ACTION_KINDS[type];
  const names = kind.fieldNames.filter(name => action[name] !== undefined && !FIRST_FIELDS.has(name));
  const values = names.map((name, at) => {
    const isPlain = at === 0 || kind.isRequired(name) || name === 'expected';
    if (name === 'test' && testName !== undefined) return testName;
    if (typeof action[name] === 'boolean') return action[name] ? name : `not ${name}`;
    return isPlain ? valueText(action[name]) : `${name} ${valueText(action[name])}`;
  });
  const phrase = isMatcherName(matcher) ? [`${not === true ? 'not: ' : ''}${MATCHERS[matcher].phrase}`] : [];
  const words = { verb: kind.label, value: [...phrase, ...values].join(' · ') };
  if (typeof locator !== 'string') return words;
  return { ...words, target: describeLocator(locator), foundBy: foundBy(locator) };
}

/** How deep each action is in blocks. */
export function blockDepths(actions: readonly { type: string }[]): number[] {
  let depth = 0;
  return actions.map(({ type }) => {
    const part = isActionType(type) ? ACTION_KINDS[type].block : 'leaf';
    if (part === 'end') depth = Math.max(0, depth - 1);
    const own = part === 'else' ? Math.max(0, depth - 1) : depth;
    if (part === 'open') depth += 1;
    return own;
  });
}
