import { isGenerated } from '../../../model/locator/is-generated.ts';
import { ElementLocators } from '../../page/elements/element-locators.ts';
import { LocatorSteps } from '../../page/elements/locator-steps.ts';
import { OwnSteps } from '../../page/elements/own-steps.ts';
import { PageIndex } from '../../page/elements/page-index.ts';
import { PageReach } from '../../page/elements/page-reach.ts';
import { PageText } from '../../page/elements/page-text.ts';
import { quickenLabels } from '../../page/elements/quicken-labels.ts';
import { createFacts } from '../../page/facts/create-facts.ts';
import { InvalidFields } from '../../page/facts/invalid-fields.ts';
import { NearElements } from '../../page/facts/near-elements.ts';
import { PageClues } from '../../page/facts/page-clues.ts';
import { PageFacts } from '../../page/facts/page-facts.ts';
import type { FactsRequest } from '../../page/facts/page-facts-types.ts';
import { SnapshotRoles } from '../../page/facts/snapshot-roles.ts';
import { inPage } from '../../page/in-page.ts';

/** The name of a selector engine of ours: the text of the element that it finds is the answer, as JSON. */
export const PAGE_FACTS_ENGINE = 'steploom-facts';

const CLASSES = {
  ...{ ElementLocators, LocatorSteps, OwnSteps, PageIndex, PageReach, PageText },
  ...{ PageFacts, SnapshotRoles, PageClues, NearElements, InvalidFields },
};

/** Playwright makes it in its world of each document, before it looks for anything there. */
export const PAGE_FACTS_SOURCE = `(${inPage(quickenLabels)}, ${inPage(createFacts, CLASSES, isGenerated)})`;

export const factsBody = (request: FactsRequest): string => encodeURIComponent(JSON.stringify(request));

export const factsSelector = (request: FactsRequest): string => `${PAGE_FACTS_ENGINE}=${factsBody(request)}`;
