import type { ElementLocators } from '../elements/element-locators.ts';
import type { LocatorSteps } from '../elements/locator-steps.ts';
import type { OwnSteps } from '../elements/own-steps.ts';
import type { PageIndex } from '../elements/page-index.ts';
import type { PageReach } from '../elements/page-reach.ts';
import type { PageText } from '../elements/page-text.ts';
import type { InvalidFields } from './invalid-fields.ts';
import type { NearElements } from './near-elements.ts';
import type { PageClues } from './page-clues.ts';
import type { PageFacts } from './page-facts.ts';
import type { SnapshotRoles } from './snapshot-roles.ts';

interface FactClasses {
  ElementLocators: typeof ElementLocators;
  LocatorSteps: typeof LocatorSteps;
  OwnSteps: typeof OwnSteps;
  PageIndex: typeof PageIndex;
  PageReach: typeof PageReach;
  PageText: typeof PageText;
  PageFacts: typeof PageFacts;
  PageClues: typeof PageClues;
  NearElements: typeof NearElements;
  InvalidFields: typeof InvalidFields;
  SnapshotRoles: typeof SnapshotRoles;
}

export function createFacts(classes: FactClasses, isGenerated: (value: string) => boolean): PageFacts {
  const rules = { isGenerated, testId: '' };
  const reach = new classes.PageReach();
  const text = new classes.PageText();
  const index = new classes.PageIndex(text, reach, new classes.SnapshotRoles(text));
  const steps = new classes.LocatorSteps(index);
  const locators = new classes.ElementLocators(index, steps, new classes.OwnSteps(index, steps, rules));
  const near = new classes.NearElements(index, reach);
  const clues = new classes.PageClues(near, new classes.InvalidFields(element => near.nameOf(element)));
  return new classes.PageFacts(index, reach, { locators, rules, clues });
}
