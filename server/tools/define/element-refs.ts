import { AppError } from '../../../model/errors/errors.ts';
import { fieldPath } from '../../../model/errors/explain-issues.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The arguments that are a locator; those of actions may be lists, and mean something else in other tools. */
const LOCATORS = ['locator', 'within'];
const OF_ACTIONS = [...LOCATORS, 'target', 'to', 'fallbacks'];
/** By one of these an action is told, or one that is to change. */
const MARKS_OF_ACTIONS = ['type', 'actionIndex', 'actionId'];
/** Those that hold whole actions, or changes of some. */
const ACTIONS = ['action', 'actions', 'edits'];

/** No element of HTML is called that, so it cannot be meant as a selector. */
const REF = /^e\d+$/;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Reading {
  locatorOf(ref: string): string | undefined;
  path: readonly (string | number)[];
}

/**
 * Arguments with locators in the place of the short names that a listing of the page gave them.
 * Errors: `not-found` for a name that was not given.
 */
export function withLocators(args: unknown, locatorOf: (ref: string) => string | undefined): unknown {
  return isFields(args) ? ofFields(args, { locatorOf, path: [] }) : args;
}

function ofFields(fields: Fields, reading: Reading): Fields {
  const names = MARKS_OF_ACTIONS.some(name => name in fields) ? OF_ACTIONS : LOCATORS;
  const changed = Object.entries(fields).map(([name, value]) => {
    const inside = { ...reading, path: [...reading.path, name] };
    if (names.includes(name)) return [name, ofLocators(value, inside)];
    return [name, ACTIONS.includes(name) ? ofActions(value, inside) : value];
  });
  return Object.fromEntries(changed);
}

function ofActions(value: unknown, reading: Reading): unknown {
  if (!Array.isArray(value)) return isFields(value) ? ofFields(value, reading) : value;
  return value.map((item: unknown, index) =>
    isFields(item) ? ofFields(item, { ...reading, path: [...reading.path, index] }) : item,
  );
}

function ofLocators(value: unknown, reading: Reading): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => ofLocators(item, { ...reading, path: [...reading.path, index] }));
  if (typeof value !== 'string' || !REF.test(value)) return value;
  const locator = reading.locatorOf(value);
  if (locator !== undefined) return locator;
  throw new AppError('not-found', `No element was listed as "${value}".`, {
    field: fieldPath('', reading.path),
    expected: 'a ref of getPageElements, or a locator',
    next: 'getPageElements',
  });
}
