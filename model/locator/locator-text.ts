import { z } from 'zod';
import { isAppError } from '../errors/errors.ts';
import { MAX_LOCATOR_CHARACTERS } from './locator.ts';
import { parseLocator } from './parse-locator.ts';

/** Text of a locator, kept as it was written; a wrong one is refused with the parser's own message. */
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
