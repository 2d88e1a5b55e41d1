import type { AnyElement, AnyRoot } from '../any-element.ts';
import type { ElementLocators } from '../elements/element-locators.ts';
import type { IdRules } from '../elements/own-steps.ts';
import type { PageIndex } from '../elements/page-index.ts';
import type { PageReach } from '../elements/page-reach.ts';
import type { CluesRequest, DocumentClues, ElementClues } from './clue-types.ts';
import type { PageClues } from './page-clues.ts';
import type {
  BoxNumbers,
  FactsRequest,
  LocatedElement,
  LocateRequest,
  ReferredElement,
  SurveyReply,
  SurveyRequest,
  SurveyRow,
} from './page-facts-types.ts';

type SurveyedElement = AnyElement & ReferredElement;
type Viewport = Pick<Element, 'clientWidth' | 'clientHeight'>;

interface FactParts {
  locators: ElementLocators;
  rules: IdRules;
  clues: PageClues;
}

/**
 * What the accessibility snapshot leaves out, and locators. It is a selector engine in Playwright's isolated world,
 * because only there do elements carry the references of the last snapshot (`_ariaRef`, with the unshortened name). It
 * replies with an element of its own whose text is the answer.
 */
export class PageFacts {
  readonly #index: PageIndex;
  readonly #reach: PageReach;
  readonly #locators: ElementLocators;
  readonly #rules: IdRules;
  readonly #clues: PageClues;

  constructor(index: PageIndex, reach: PageReach, { locators, rules, clues }: FactParts) {
    this.#index = index;
    this.#reach = reach;
    this.#clues = clues;
    this.#locators = locators;
    this.#rules = rules;
  }

  query(root: Document | Element, body: string): Element | undefined {
    return this.queryAll(root, body)[0];
  }

  queryAll(root: Document | Element, body: string): Element[] {
    const request: FactsRequest = JSON.parse(decodeURIComponent(body));
    const page = root.ownerDocument ?? root;
    const reply = page.createElement('p');
    reply.textContent = JSON.stringify(this.#answer(request, root, page));
    return [reply];
  }

  #answer(request: FactsRequest, root: Document | Element, page: Document): unknown {
    // The rest of the page says nothing of it.
    if (request.kind === 'place') return this.#isElement(root) ? this.#placeOf(root) : [];
    if (request.kind === 'survey') return this.#locators.within(root, () => this.#survey(request));
    return this.#locators.within(page, () => this.#answerOf(request, root));
  }

  #answerOf(request: LocateRequest | CluesRequest, root: Document | Element): unknown {
    return request.kind === 'locate' ? this.#locate(request, root) : this.#tell(request, root);
  }

  #tell(request: CluesRequest, root: Document | Element): DocumentClues | ElementClues {
    const isOne = this.#isElement(root);
    if (isOne && request.sought === undefined) return this.#clues.ofElement(root);
    const inside = isOne ? this.#elements.filter(each => this.#index.contains(root, each)) : this.#elements;
    return this.#clues.ofDocument(isOne ? root.ownerDocument : root, inside, request);
  }

  #placeOf(element: Element): string[] {
    const trees: string[] = [];
    const steps: string[] = [];
    for (let each = element; ; ) {
      const { parentElement, parentNode } = each;
      const at = `:nth-child(${[...(parentNode?.children ?? [])].indexOf(each) + 1})`;
      // The outermost of a tree, and no other of that number.
      steps.unshift(parentElement === null ? `${at}:not(* > *)` : at);
      if (parentElement !== null) {
        each = parentElement;
        continue;
      }
      trees.unshift(steps.splice(0).join(' > '));
      const { host }: AnyRoot = each.getRootNode();
      if (host === undefined) return trees;
      each = host;
    }
  }

  get #elements(): readonly SurveyedElement[] {
    return this.#index.elements;
  }

  #survey({ boxes }: SurveyRequest): SurveyReply {
    const view = this.#viewport();
    const rows = this.#elements.flatMap((element, place) => {
      const mark = element._ariaRef;
      if (mark === undefined) return [];
      const row: SurveyRow = [mark.ref, mark.name, this.#flags(element, view), place];
      if (boxes) row.push(this.#box(element));
      return [row];
    });
    return { count: this.#elements.length, rows };
  }

  #box(element: Element): BoxNumbers {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
  }

  /** Cached: reading it makes the browser check the layout. */
  #viewport(): Viewport {
    const { clientWidth = 0, clientHeight = 0 } = this.#elements[0]?.ownerDocument.documentElement ?? {};
    return { clientWidth, clientHeight };
  }

  #isInView(element: Element, { clientWidth, clientHeight }: Viewport): boolean {
    const [x, y, width, height] = this.#box(element);
    return x < clientWidth && y < clientHeight && x + width > 0 && y + height > 0;
  }

  #flags(element: SurveyedElement, view: Viewport): string {
    return [
      this.#reach.isHidden(element) ? 'h' : '',
      element.getAttribute('contenteditable') !== null && element.isContentEditable ? 'e' : '',
      element.nodeName === 'INPUT' && element.type === 'password' ? 's' : '',
      element.nodeName === 'SUMMARY' ? 'c' : '',
      element._ariaRef?.role !== 'generic' && this.#isInView(element, view) ? 'v' : '',
      this.#reach.isBlocked(element, this.#elements) ? 'b' : '',
      this.#reach.isDraggable(element) ? 'd' : '',
    ].join('');
  }

  #isElement(root: Document | Element): root is Element {
    return root.nodeType === 1;
  }

  #locate({ testIdAttribute, wanted, isWhole }: LocateRequest, root: Document | Element): LocatedElement[] {
    this.#rules.testId = testIdAttribute;
    const byRef = new Map(this.#elements.map(element => [element._ariaRef?.ref, element]));
    return wanted.map(ref => {
      const element = ref === '' && this.#isElement(root) ? root : byRef.get(ref);
      if (element === undefined) return { alone: [], plain: [], besideText: [] };
      const alone = this.#locators.all(element, isWhole ? 5 : 1);
      if (!isWhole) return { alone, plain: [], besideText: [] };
      return { alone, plain: this.#locators.plain(element), besideText: this.#locators.besideText(element) };
    });
  }
}
