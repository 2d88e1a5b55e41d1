import type { Locator as PlaywrightLocator } from 'playwright';
import { z } from 'zod';
import { ElementLook } from '../../../model/locator/element-look.ts';
import { isGenerated } from '../../../model/locator/is-generated.ts';
import { AMOUNT } from '../../../model/locator/same-words.ts';
import { DEFAULT_TEST_ID_ATTRIBUTE } from './test-id-attribute.ts';

const MOST_CHARACTERS = 120;

/** Runs inside the page. The class is sent as source text, so it uses nothing from outside. */
class SightReader {
  readonly #most: number;
  readonly #testId: string;
  readonly #amount: RegExp;
  readonly #markNames: readonly string[];

  constructor(most: number, testId: string, amount: string) {
    this.#most = most;
    this.#testId = testId;
    this.#amount = new RegExp(amount, 'giu');
    this.#markNames = ['id', testId, 'data-testid', 'data-test', 'data-cy', 'data-qa', 'name', 'href', 'for'];
  }

  read(element: SeenElement) {
    return {
      tag: element.localName,
      text: this.#textOf(element),
      inputType: element.localName === 'input' ? String(element.type) : undefined,
      marks: this.#marks(element),
      ...this.#place(element),
      container: this.#container(element),
      twin: this.#duplicate(element),
    };
  }

  #place(element: SeenElement) {
    const outer = this.#outer(element);
    return {
      item: this.#item(element, outer),
      group: this.#group(outer),
      heading: this.#heading(element, outer),
    };
  }

  #container(element: SeenElement): string | undefined {
    for (const each of this.#outer(element)) {
      const marks = this.#marks(each, ['id', this.#testId, 'data-testid', 'data-test', 'data-cy', 'data-qa']);
      const [mark] = Object.entries(marks);
      if (mark !== undefined) return mark.join('=');
    }
    return undefined;
  }

  /** Where another element has the same words and an equally named place. */
  #duplicate(element: SeenElement): string | undefined {
    const all = [...element.getRootNode().querySelectorAll(element.localName)];
    if (all.length > 2_000) return 'inside';
    const words = this.#words(element);
    const alike = all.filter(
      each => each !== element && each.type === element.type && !each.contains(element) && this.#words(each) === words,
    );
    if (alike.length === 0) return undefined;
    const place = JSON.stringify(this.#place(element));
    const duplicates = alike.filter(each => JSON.stringify(this.#place(each)) === place);
    if (duplicates.length === 0) return undefined;
    const container = this.#container(element);
    return duplicates.some(each => this.#container(each) === container) ? 'inside' : 'outside';
  }

  /** Through shadow roots, from the inside out. */
  #outer(element: SeenElement): SeenElement[] {
    const found: SeenElement[] = [];
    let each = element.parentElement ?? element.getRootNode().host;
    while (each && each.localName !== 'body' && each.localName !== 'html') {
      found.push(each);
      each = each.parentElement ?? each.getRootNode().host;
    }
    return found;
  }

  #normal(text: unknown): string {
    const flat = String(text ?? '').replace(/\s+/g, ' ');
    return flat
      .trim()
      .slice(0, this.#most)
      .replace(/[\ud800-\udbff]$/, '');
  }

  /** Typed or chosen text is not the page's own. */
  #textOf(element: SeenElement): string {
    if (element.localName === 'input')
      return /^(?:submit|button|reset)$/.test(element.type ?? '') ? this.#normal(element.value) : '';
    if (element.matches('textarea, select') || element.isContentEditable) return '';
    return this.#normal(element.innerText ?? element.textContent);
  }

  #marks(element: SeenElement, names = this.#markNames): Record<string, string> {
    const marks: Record<string, string> = {};
    for (const name of names) {
      const value = element.getAttribute(name) ?? '';
      if (value === '' || value === '#' || value.length > this.#most) continue;
      const all = element.getRootNode().querySelectorAll(`[${name}]`);
      if ([...all].filter(each => each.getAttribute(name) === value).length === 1) marks[name] = value;
    }
    return marks;
  }

  #words(element: SeenElement): string {
    const said = ['aria-label', 'placeholder', 'title', 'alt'].map(name => element.getAttribute(name));
    const labels = [...(element.labels ?? [])].map(label => label.textContent);
    const own = /^(?:input|textarea|select)$/.test(element.localName) ? this.#textOf(element) : element.textContent;
    const all = [own, ...said, ...labels, this.#referred(element)].map(text => this.#normal(text)).join(' ');
    return this.#normal(all.replace(this.#amount, '').replace(/\(\d+\)/g, '')).toLowerCase();
  }

  #referred(element: SeenElement): string {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/);
    return ids.map(id => element.getRootNode().getElementById?.(id)?.textContent ?? '').join(' ');
  }

  #nameOf(element: SeenElement): string {
    const own = this.#normal(element.getAttribute('aria-label')) || this.#normal(this.#referred(element));
    if (own !== '' || element.localName !== 'fieldset') return own;
    return this.#normal(element.querySelector('legend')?.textContent);
  }

  #item(element: SeenElement, outer: readonly SeenElement[]): string | undefined {
    const items = 'tr, li, article, [role=row], [role=listitem], [role=article], [role=treeitem]';
    const item = outer.find(each => each.matches(items));
    if (item === undefined) return undefined;
    const keys =
      'h1, h2, h3, h4, h5, h6, th, td, dt, strong, b, a, [role=heading], [role=rowheader], [role=cell], [role=gridcell]';
    const texts = [...item.querySelectorAll(keys)]
      .filter(each => !each.contains(element) && !element.contains(each))
      .map(each => this.#normal(each.textContent));
    const [first = '', second = ''] = texts.filter(text => text !== '');
    const own = this.#normal(element.textContent);
    const rest =
      first === ''
        ? this.#normal(item.innerText ?? item.textContent)
            .replace(own, '')
            .trim()
        : '';
    return this.#lasting(this.#normal(`${first} ${second}${rest}`), item) || undefined;
  }

  /** Leaves out sums of money, which change, unless another item then says the same. */
  #lasting(texts: string, item: SeenElement): string {
    const short = this.#normal(texts.replace(this.#amount, ' '));
    if (short === '' || short === texts) return texts;
    const others = [...item.getRootNode().querySelectorAll(item.localName)].filter(
      each => each !== item && !each.contains(item) && !item.contains(each),
    );
    const says = (each: SeenElement) => this.#normal(String(each.innerText ?? '').replace(this.#amount, ' '));
    return others.some(each => says(each).includes(short)) ? texts : short;
  }

  #group(outer: readonly SeenElement[]): string | undefined {
    const groups =
      'main, nav, header, footer, aside, section, form, fieldset, dialog, [role=region], [role=dialog], [role=group], [role=form], [role=navigation], [role=tabpanel], [role=main], [role=search]';
    const around = outer.filter(each => each.matches(groups));
    const named = around.find(each => this.#nameOf(each) !== '');
    if (named !== undefined) return this.#nameOf(named);
    return around.find(each => !each.matches('section, fieldset'))?.localName;
  }

  #heading(element: SeenElement, outer: readonly SeenElement[]): string | undefined {
    for (const each of [...outer, element.ownerDocument.body]) {
      const before = [...each.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')].filter(
        heading => (heading.compareDocumentPosition(element) & 4) === 4 && !heading.contains(element),
      );
      const last = this.#normal(before[before.length - 1]?.textContent);
      if (last !== '') return last;
    }
    return undefined;
  }
}

interface SeenElement {
  readonly localName: string;
  readonly type?: string;
  readonly value?: string;
  readonly innerText?: string;
  readonly textContent: string | null;
  readonly isContentEditable?: boolean;
  readonly labels?: Iterable<SeenElement> | null;
  readonly parentElement: SeenElement | null;
  readonly ownerDocument: { readonly body: SeenElement };
  getAttribute(name: string): string | null;
  matches(selector: string): boolean;
  contains(other: SeenElement): boolean;
  compareDocumentPosition(other: SeenElement): number;
  querySelector(selector: string): SeenElement | null;
  querySelectorAll(selector: string): Iterable<SeenElement>;
  getRootNode(): {
    readonly host?: SeenElement;
    querySelectorAll(selector: string): Iterable<SeenElement>;
    getElementById?(id: string): SeenElement | null;
  };
}

const Read = ElementLook.omit({ role: true, name: true });
const AriaSnapshot = z.array(z.union([z.string(), z.looseObject({ role: z.string(), name: z.string().default('') })]));

/** Roles of plain text count as none. */
const ROLELESS = ['text', 'generic'];

export const sightReader = (testIdAttribute: string): string =>
  `new (${SightReader.toString()})(${MOST_CHARACTERS}, ${JSON.stringify(testIdAttribute)}, ${JSON.stringify(AMOUNT)})`;

/** Errors: those of Playwright, also for several elements. */
export async function seeElement(
  element: PlaywrightLocator,
  {
    testIdAttribute = DEFAULT_TEST_ID_ATTRIBUTE,
    ...limit
  }: { testIdAttribute?: string | undefined; signal: AbortSignal; timeout: number },
): Promise<ElementLook> {
  const code = `element => ${sightReader(testIdAttribute)}.read(element)`;
  // Playwright sends the `toString` of what it is given; for elements it accepts only functions.
  const reader = Object.assign((seen: unknown): unknown => seen, { toString: () => code });
  const [read, aria] = await Promise.all([element.evaluate(reader, undefined, limit), element.ariaSnapshotJSON(limit)]);
  const { marks, container, ...rest } = Read.parse(read);
  const [first] = AriaSnapshot.safeParse(aria).data ?? [];
  const { role = '', name = '' } = typeof first === 'object' && !ROLELESS.includes(first.role) ? first : {};
  const lasting = Object.entries(marks).filter(([, value]) => !isGenerated(value));
  return {
    ...rest,
    ...(container === undefined || isGenerated(container.slice(container.indexOf('=') + 1)) ? {} : { container }),
    role,
    name: name.slice(0, MOST_CHARACTERS),
    marks: Object.fromEntries(lasting),
  };
}
