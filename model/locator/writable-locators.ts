import { literalLocator } from './format-locator.ts';
import { parseLocator } from './parse-locator.ts';

/**
 * Locators of a page as a project may hold them, each once. Left out are those that it cannot hold: in frames within many
 * frames they have too many steps or characters.
 */
export function writableLocators(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap(text => literal(text) ?? []))];
}

function literal(text: string): string | undefined {
  try {
    return literalLocator(parseLocator(text));
  } catch {
    return undefined;
  }
}
