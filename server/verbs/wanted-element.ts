import { ARIA_ROLES } from '../../model/names/aria-roles.ts';

/** How a line names an element: what it is on the page is looked up when the line is performed. */
export type ElementName =
  | { by: 'ref'; ref: string }
  /** Playwright's notation, or a selector. */
  | { by: 'locator'; locator: string }
  | { by: 'role'; role: string; name: string | undefined }
  /** Its label, or a text on it. */
  | { by: 'text'; text: string };

export interface WantedElement {
  name: ElementName;
  /** Which of those that fit, from 1. Default: there must be one. */
  nth?: number | undefined;
  /** Only below this one. */
  within?: ElementName | undefined;
}

const ROLES: ReadonlySet<string> = new Set(ARIA_ROLES);

export const isRole = (word: string | undefined): word is string => word !== undefined && ROLES.has(word);

const REF = /^e\d+$/;
/** A text on a page that begins so is written with its role, or in Playwright's notation. */
const LOCATOR =
  /^(?:page\.)?(?:getBy[A-Z]\w*|locator|frameLocator)\(|^(?:css|xpath|text|id|data-testid)=|^[#[]|^\/\/|^\.[\w-]+/;

/** Of a word that is no role. */
export function nameOfWord(word: string): ElementName {
  if (REF.test(word)) return { by: 'ref', ref: word };
  return LOCATOR.test(word) ? { by: 'locator', locator: word } : { by: 'text', text: word };
}

/** As a line would name it. */
export function wordsOfElement(element: ElementName): string {
  switch (element.by) {
    case 'ref':
      return element.ref;
    case 'locator':
      return element.locator;
    case 'text':
      return JSON.stringify(element.text);
    case 'role':
      return element.name === undefined ? element.role : `${element.role} ${JSON.stringify(element.name)}`;
  }
}
