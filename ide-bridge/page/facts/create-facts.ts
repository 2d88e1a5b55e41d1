import type { PageCards } from './page-cards.ts';
import type { PageAnchors, PageContainers, PageMarks } from './page-containers.ts';
import type { PageFacts } from './page-facts.ts';
import type { PageReach } from './page-reach.ts';
import type { PageText } from './page-text.ts';

interface FactClasses {
  PageText: typeof PageText;
  PageContainers: typeof PageContainers;
  PageMarks: typeof PageMarks;
  PageReach: typeof PageReach;
  PageAnchors: typeof PageAnchors;
  PageCards: typeof PageCards;
  PageFacts: typeof PageFacts;
}

/** `mostCharacters`: of a text or label by which an element may be found. */
export function createFacts(
  classes: FactClasses,
  { isGenerated, mostCharacters }: { isGenerated(value: string): boolean; mostCharacters: number },
): PageFacts {
  const text = new classes.PageText(mostCharacters);
  const containers = new classes.PageContainers(text, isGenerated);
  return new classes.PageFacts(text, containers, {
    marks: new classes.PageMarks(text, containers, isGenerated),
    reach: new classes.PageReach(containers),
    anchors: new classes.PageAnchors(containers),
    cards: new classes.PageCards(text, containers),
    isGenerated,
  });
}
