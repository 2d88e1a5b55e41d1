import type { ElementLocators } from '../elements/element-locators.ts';
import type { LibraryRoles } from '../elements/library-roles.ts';
import type { LocatorSteps } from '../elements/locator-steps.ts';
import type { OwnSteps } from '../elements/own-steps.ts';
import type { PageIndex } from '../elements/page-index.ts';
import type { PageReach } from '../elements/page-reach.ts';
import type { PageText } from '../elements/page-text.ts';
import type { PlaywrightLibrary } from '../elements/playwright-library.ts';
import type { quickenLabels } from '../elements/quicken-labels.ts';
import type { FoundElements } from './found-elements.ts';

interface NamingClasses {
  ElementLocators: typeof ElementLocators;
  FoundElements: typeof FoundElements;
  LibraryRoles: typeof LibraryRoles;
  LocatorSteps: typeof LocatorSteps;
  OwnSteps: typeof OwnSteps;
  PageIndex: typeof PageIndex;
  PageReach: typeof PageReach;
  PageText: typeof PageText;
}

interface NamingRules {
  testId: string;
  isGenerated(value: string): boolean;
  library(): PlaywrightLibrary;
  quickenLabels: typeof quickenLabels;
}

export function createFoundElements(classes: NamingClasses, rules: NamingRules): FoundElements {
  const { testId, isGenerated, library } = rules;
  rules.quickenLabels();
  const index = new classes.PageIndex(
    new classes.PageText(),
    new classes.PageReach(),
    new classes.LibraryRoles(library),
  );
  const steps = new classes.LocatorSteps(index);
  const own = new classes.OwnSteps(index, steps, { isGenerated, testId });
  return new classes.FoundElements(index, new classes.ElementLocators(index, steps, own));
}
