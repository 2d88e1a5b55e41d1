import { isGenerated } from '../../../model/locator/is-generated.ts';
import { createFacts } from '../../page/facts/create-facts.ts';
import { PageCards } from '../../page/facts/page-cards.ts';
import { PageAnchors, PageContainers, PageMarks } from '../../page/facts/page-containers.ts';
import { PageFacts } from '../../page/facts/page-facts.ts';
import type { FactsRequest } from '../../page/facts/page-facts-types.ts';
import { PageReach } from '../../page/facts/page-reach.ts';
import { PageText } from '../../page/facts/page-text.ts';
import { inPage } from '../../page/in-page.ts';

/** The name of a selector engine of ours: the text of the element that it finds is the answer, as JSON. */
export const PAGE_FACTS_ENGINE = 'steploom-facts';

const MOST_CHARACTERS = 100;
const CLASSES = { PageText, PageContainers, PageMarks, PageReach, PageAnchors, PageCards, PageFacts };

export const PAGE_FACTS_SOURCE = String(inPage(createFacts, CLASSES, { isGenerated, mostCharacters: MOST_CHARACTERS }));

export const factsBody = (request: FactsRequest): string => encodeURIComponent(JSON.stringify(request));

export const factsSelector = (request: FactsRequest): string => `${PAGE_FACTS_ENGINE}=${factsBody(request)}`;
