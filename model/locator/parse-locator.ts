import { z } from 'zod';
import { AppError, isAppError } from '../errors/errors.ts';
import { type Locator, MAX_LOCATOR_CHARACTERS, MAX_LOCATOR_NESTING, MAX_LOCATOR_STEPS } from './locator.ts';
import { locatorError } from './locator-error.ts';
import { parseNotation } from './parse-notation.ts';
import { readSelector } from './read-selector.ts';

/** Text that begins like a call is notation, even a malformed one; any other text is a selector. */
const NOTATION = /^\s*(?:await\s|page\s*\.|getBy|[A-Za-z_$][\w$]*\s*\()/;

function parseSelector(text: string): Locator {
  const read = readSelector(text);
  if ('fault' in read)
    throw locatorError(text, {
      offset: read.offset,
      message: read.fault,
      expected: "a selector such as #id or css=…, or Playwright's notation such as getByRole('button')",
    });
  const first = read.steps[0]?.kind;
  if (first !== 'selector')
    throw locatorError(text, { offset: 0, message: `"${first}=" needs an element to choose from.` });
  return { steps: read.steps };
}

function sizeOf(locator: Locator): { steps: number; nesting: number } {
  const inner = locator.steps.flatMap(step => ('locator' in step ? [sizeOf(step.locator)] : []));
  return {
    steps: inner.reduce((sum, size) => sum + size.steps, locator.steps.length),
    nesting: inner.reduce((most, size) => Math.max(most, size.nesting + 1), 0),
  };
}

/**
 * Parses a locator: Playwright's notation (`getByRole('button', { name: 'Save' })`) or a plain selector (`#save`).
 * Nothing is evaluated. Calls that mean the same give the same steps: `first()` is `nth(0)`, `frameLocator(s)` is
 * `locator(s).contentFrame()`, filters with several conditions are several filters.
 * Errors: `invalid-params`; the message names the place, what was found and what was expected; `facts.position`.
 */
export function parseLocator(text: string): Locator {
  if (text.length > MAX_LOCATOR_CHARACTERS) {
    const message = `The locator is ${text.length} characters long; at most ${MAX_LOCATOR_CHARACTERS} are taken.`;
    throw new AppError('invalid-params', message);
  }
  const locator = NOTATION.test(text) ? parseNotation(text) : parseSelector(text);
  const { steps, nesting } = sizeOf(locator);
  if (steps > MAX_LOCATOR_STEPS)
    throw new AppError('invalid-params', `The locator has ${steps} steps; at most ${MAX_LOCATOR_STEPS} are taken.`);
  if (nesting > MAX_LOCATOR_NESTING)
    throw new AppError('invalid-params', `Locators are nested more than ${MAX_LOCATOR_NESTING} deep.`);
  return locator;
}

/** Kept as written; a wrong one is refused with the parser's own message. */
export const LocatorText = z
  .string()
  .max(MAX_LOCATOR_CHARACTERS, { abort: true })
  .superRefine((text, context) => {
    try {
      parseLocator(text);
    } catch (error) {
      if (!isAppError(error, 'invalid-params')) throw error;
      context.addIssue({ code: 'custom', message: error.message, params: error.detail.facts });
    }
  });
export type LocatorText = z.infer<typeof LocatorText>;
