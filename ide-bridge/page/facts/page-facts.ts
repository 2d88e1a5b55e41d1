import type { AnyElement } from '../any-element.ts';
import type { PageCards } from './page-cards.ts';
import type { PageAnchors, PageContainers, PageMarks } from './page-containers.ts';
import type {
  BoxNumbers,
  DirectFact,
  FactKind,
  FactScope,
  FactsRequest,
  ReferredElement,
  RefineAnswer,
  RefineReply,
  RefineRequest,
  ScopeAnswer,
  SurveyReply,
  SurveyRequest,
  SurveyRow,
  WantedElement,
} from './page-facts-types.ts';
import type { PageReach } from './page-reach.ts';
import type { PageText } from './page-text.ts';

interface FactParts {
  marks: PageMarks;
  reach: PageReach;
  anchors: PageAnchors;
  cards: PageCards;
  isGenerated(value: string): boolean;
}

type SurveyedElement = AnyElement & ReferredElement;
type Viewport = Pick<Element, 'clientWidth' | 'clientHeight'>;

/**
 * Runs inside the page: what the accessibility snapshot leaves out. It is a selector engine in Playwright's isolated world, because only there do elements carry
 * the references of the last snapshot (`_ariaRef`, with the unshortened name). It replies with an element of its own
 * whose text is the answer.
 */
export class PageFacts {
  readonly #text: PageText;
  readonly #containers: PageContainers;
  readonly #marks: PageMarks;
  readonly #reach: PageReach;
  readonly #anchors: PageAnchors;
  readonly #cards: PageCards;
  readonly #isGenerated: (value: string) => boolean;
  #elements: SurveyedElement[] = [];
  #request: FactsRequest = { kind: 'survey', boxes: false };
  #byRef = new Map<string, SurveyedElement>();
  #indexes = new Map<string, Map<string, Element[]>>();
  #groups: SurveyedElement[][] = [];

  constructor(text: PageText, containers: PageContainers, { marks, reach, anchors, cards, isGenerated }: FactParts) {
    this.#text = text;
    this.#containers = containers;
    this.#marks = marks;
    this.#reach = reach;
    this.#anchors = anchors;
    this.#cards = cards;
    this.#isGenerated = isGenerated;
  }

  query(root: Document | Element, body: string): Element | undefined {
    return this.queryAll(root, body)[0];
  }

  queryAll(root: Document | Element, body: string): Element[] {
    this.#request = JSON.parse(decodeURIComponent(body));
    this.#elements = this.#isElement(root) ? [root] : [];
    this.#collect(root);
    this.#byRef = new Map(this.#elements.map(element => [element._ariaRef?.ref ?? '', element]));
    const reply = (this.#isElement(root) ? root.ownerDocument : root).createElement('p');
    const request = this.#request;
    reply.textContent = JSON.stringify(request.kind === 'survey' ? this.#survey(request) : this.#refine(request));
    this.#forget();
    return [reply];
  }

  #isElement(root: Document | Element | ShadowRoot): root is Element {
    return root.nodeType === 1;
  }

  /** The page may change at once, and must not be kept in memory. */
  #forget(): void {
    this.#elements = [];
    this.#groups = [];
    for (const memory of [this.#byRef, this.#indexes, this.#containers, this.#marks, this.#reach]) memory.clear();
  }

  /** In the order of Playwright's engines: shadow trees after the tree around them. */
  #collect(root: Document | Element | ShadowRoot): void {
    this.#reach.look(root);
    const shadows = this.#isElement(root) && root.shadowRoot ? [root.shadowRoot] : [];
    for (const element of root.querySelectorAll('*')) {
      this.#elements.push(element);
      if (element.shadowRoot) shadows.push(element.shadowRoot);
    }
    for (const shadow of shadows) this.#collect(shadow);
  }

  #survey({ boxes }: SurveyRequest): SurveyReply {
    const parents = new Map<Element, string>();
    const parentOf = (element: Element): string => {
      const parent: ReferredElement | undefined = this.#containers.parent(element);
      if (parent === undefined) return '';
      const known = parent._ariaRef?.ref ?? parents.get(parent) ?? parentOf(parent);
      parents.set(parent, known);
      return known;
    };
    const view = this.#viewport();
    const rows = this.#elements.flatMap((element, place) => {
      const mark = element._ariaRef;
      if (mark === undefined) return [];
      const row: SurveyRow = [mark.ref, mark.name, this.#flags(element, view), parentOf(element), place];
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

  #refine({ wanted, groups }: RefineRequest): RefineReply {
    const positions = new Map(this.#elements.map((element, index) => [element, index]));
    const position = (element: Element) => positions.get(element) ?? 0;
    this.#groups = groups.map(refs =>
      refs.flatMap(ref => this.#byRef.get(ref) ?? []).sort((one, other) => position(one) - position(other)),
    );
    return {
      orders: this.#groups.map(group => group.map(element => element._ariaRef?.ref ?? '')),
      answers: wanted.map(each => this.#answer(each, groups)),
    };
  }

  #answer(wanted: WantedElement, groups: readonly string[][]): RefineAnswer {
    const { ref, isFrame, isByRole, isWhole, isBesideText, scopes } = wanted;
    const element = this.#byRef.get(ref);
    if (element === undefined) return { scopes: [] };
    if (isFrame) return { ...this.#containers.frame(element, this.#elements), scopes: [] };
    const [direct, ...directs] = this.#direct(element, wanted);
    if ((direct !== undefined || isByRole) && !isWhole) return { ...direct, scopes: [] };
    const last = isBesideText ? this.#marks.counted(element, this.#elements) : this.#counted(element);
    const found = { ...direct, ...(isWhole && { directs }), last };
    const answers = scopes.map(scope => this.#scope(scope, groups));
    if (answers.some(answer => answer !== null) && !isWhole) return { ...found, scopes: answers };
    const mark = this.#marks.of(element, this.#elements);
    const anchor = this.#anchor(element, wanted, groups);
    const card = mark === undefined || isWhole ? this.#card(element, wanted, groups) : undefined;
    return { ...found, ...(mark && { mark }), ...(anchor && { anchor }), ...(card && { card }), scopes: answers };
  }

  #card(element: Element, { like = -1 }: WantedElement, groups: readonly string[][]) {
    const alike = this.#groups[like] ?? [];
    if (!alike.includes(element) || alike.length !== groups[like]?.length) return undefined;
    return this.#cards.of(element, { like: alike, said: text => this.#index('text').get(text) ?? [] });
  }

  #anchor(element: Element, { like = -1, scopes }: WantedElement, groups: readonly string[][]) {
    const alike = this.#groups[like] ?? [];
    if (!alike.includes(element) || alike.length !== groups[like]?.length) return undefined;
    return this.#anchors.of(element, {
      like: alike,
      scopes: scopes.map(({ ref, texts, peers }) => ({
        container: this.#byRef.get(ref),
        peers: this.#groups[peers] ?? [],
        texts,
      })),
      markOf: each => {
        const [testId] = this.#valuesOf('testId', each);
        if (testId !== undefined && this.#index('testId').get(testId)?.length === 1) return { testId };
        const css = this.#idOf(each);
        return css === undefined ? undefined : { css };
      },
    });
  }

  /** The first of test id, label and so on that finds the element alone, or all of them; the id comes last. */
  #direct(element: Element, { kinds, isWhole }: WantedElement): DirectFact[] {
    const found: DirectFact[] = [];
    for (const kind of kinds) {
      const text = this.#valuesOf(kind, element).find(value => this.#index(kind).get(value)?.length === 1);
      if (text !== undefined) found.push({ kind, text });
      if (text !== undefined && !isWhole) return found;
    }
    const css = this.#idOf(element);
    return css === undefined ? found : [...found, { css }];
  }

  /** A unique id that people have written, not one that counts items of a list. */
  #idOf(element: Element): string | undefined {
    const id = element.getAttribute('id') ?? '';
    const isCounter = /[A-Za-z][-_]\d+[-_][A-Za-z]/.test(id);
    const isWritten = /^[A-Za-z][\w-]{1,40}$/.test(id) && !isCounter && !this.#isGenerated(id);
    return isWritten && this.#index('id').get(id)?.length === 1 ? `#${id}` : undefined;
  }

  #index(kind: FactKind): Map<string, Element[]> {
    const known = this.#indexes.get(kind);
    if (known) return known;
    const index = new Map<string, Element[]>();
    for (const element of this.#elements) {
      for (const value of new Set(this.#valuesOf(kind, element))) {
        const found = index.get(value);
        if (found) found.push(element);
        else index.set(value, [element]);
      }
    }
    this.#indexes.set(kind, index);
    return index;
  }

  #valuesOf(kind: FactKind, element: Element): string[] {
    if (kind === 'label') return this.#text.labels(element);
    if (kind === 'text') return this.#text.own(element);
    const attributes = {
      testId: this.#testIdAttribute(),
      placeholder: 'placeholder',
      altText: 'alt',
      title: 'title',
      id: 'id',
    };
    const value = element.getAttribute(attributes[kind]);
    return value !== null && value.length <= 100 && value !== '' && value === this.#text.normal(value) ? [value] : [];
  }

  #testIdAttribute(): string {
    return this.#request.kind === 'refine' ? this.#request.testIdAttribute : 'data-testid';
  }

  #scope({ ref, keys, texts, peers }: FactScope, groups: readonly string[][]): ScopeAnswer | null {
    const container = this.#byRef.get(ref);
    if (container === undefined) return null;
    for (const [key, index] of keys.entries()) {
      const inside = this.#groups[index] ?? [];
      const by = inside.length === groups[index]?.length ? this.#kindOf(container, inside) : undefined;
      if (by !== undefined) return { ...by, key };
    }
    const like = this.#groups[peers] ?? [];
    const text = texts.findIndex(each => this.#containers.saysAlone(container, like, each));
    return text < 0 ? null : { text };
  }

  /** The test id or class of which only this container has one of the elements. */
  #kindOf(container: Element, inside: readonly Element[]): { testId: string } | { css: string } | undefined {
    const [testId] = this.#valuesOf('testId', container);
    const hasIt = (element: Element) => this.#valuesOf('testId', element)[0] === testId;
    if (testId !== undefined && this.#containers.holdsAlone(container, inside, hasIt)) return { testId };
    const name = this.#containers.classOf(container, inside);
    return name === undefined ? undefined : { css: `.${name}` };
  }

  #counted(element: Element): DirectFact {
    const [text] = this.#valuesOf('text', element);
    const says = (text !== undefined && this.#index('text').get(text)) || [];
    if (text !== undefined && says.length > 0) return { kind: 'text', text, nth: says.indexOf(element) };
    return this.#marks.counted(element, this.#elements);
  }
}
