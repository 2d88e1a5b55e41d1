/** What is sent into a page to check its accessibility: axe-core, read only when a test asks for it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isGenerated } from '../../../model/locator/is-generated.ts';
import { AccessibilityCheck } from '../../page/accessibility/accessibility-check.ts';
import type { AxeLibrary } from '../../page/accessibility/axe-library.ts';
import { createFoundElements } from '../../page/accessibility/create-found-elements.ts';
import { FoundElements } from '../../page/accessibility/found-elements.ts';
import { startCheck } from '../../page/accessibility/start-check.ts';
import { ElementLocators } from '../../page/elements/element-locators.ts';
import { LibraryRoles } from '../../page/elements/library-roles.ts';
import { LocatorSteps } from '../../page/elements/locator-steps.ts';
import { OwnSteps } from '../../page/elements/own-steps.ts';
import { PageIndex } from '../../page/elements/page-index.ts';
import { PageReach } from '../../page/elements/page-reach.ts';
import { PageText } from '../../page/elements/page-text.ts';
import { quickenLabels } from '../../page/elements/quicken-labels.ts';
import { InPage, inPage } from '../../page/in-page.ts';
import { playwrightLibrary } from '../../playwright/playwright-library.ts';

/** Where our isolated world keeps the check of its document. */
const NAME = 'steploomAccessibility';

/** For functions of Chromium's protocol: the check of this document if it has been started. */
export const KNOWN_CHECK = `() => ${inPage(startCheck, NAME, undefined)}`;

/** Forgets the check, so that the next one starts anew. */
export const FORGET_CHECK = `function () { this.leave(); if (globalThis.${NAME} === this) delete globalThis.${NAME}; }`;

const CLASSES = {
  ...{ ElementLocators, LibraryRoles, LocatorSteps, OwnSteps, PageIndex, PageReach, PageText },
  FoundElements,
};

let started: Promise<string> | undefined;

/** Starts the check of a document. */
export function startedCheck(): Promise<string> {
  started ??= readStart();
  started.catch(() => {
    started = undefined;
  });
  return started;
}

async function readStart(): Promise<string> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // It hands itself out as a name of the world, and takes its timers from around it.
  const makeAxe = new InPage<(setTimeout: unknown) => AxeLibrary>(`setTimeout => {
    ${source};
    const { axe } = globalThis;
    delete globalThis.axe;
    return axe;
  }`);
  return `() => ${inPage(startCheck, NAME, { Check: AccessibilityCheck, makeAxe })}`;
}

/** Makes what names the elements of a document. */
export const namingElements = (testIdAttribute: string): string =>
  `() => ${inPage(createFoundElements, CLASSES, {
    testId: testIdAttribute,
    isGenerated,
    library: playwrightLibrary(testIdAttribute),
    quickenLabels,
  })}`;

/** Called on it, with the check of the document and selectors. */
export const NAME_ELEMENTS =
  'function (check, selectors) { return this.name(selectors.map(each => check.elementAt(each))); }';
