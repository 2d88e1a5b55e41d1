import type { Frame, Page } from 'playwright';
import { isMaskable } from '../../../model/values/redactor.ts';

/**
 * Runs inside the page, in Playwright's isolated world, so that the page learns no secret that it does not show
 * already: covers text ranges with secrets, and fields whose value has one. The layout does not change. The class is
 * sent as source text, so it uses nothing from outside.
 */
class SecretCopies {
  query(root: CopyDocument, body: string) {
    return this.queryAll(root, body)[0];
  }

  /** The body is `off`, or what to search: encoded texts in lower case, and after a `;` those that are whole words. */
  queryAll(root: CopyDocument, body: string) {
    for (const undo of root.steploomCopies ?? []) undo();
    root.steploomCopies = [];
    if (body !== 'off') {
      const [secrets, words] = body.split(';').map(list => list.split(',').filter(Boolean).map(decodeURIComponent));
      this.cover(root, { document: root, secrets, words, undone: root.steploomCopies });
    }
    return [root.createElement('p')];
  }

  cover(root: CopyRoot, work: CopyWork) {
    const texts: CopyNode[] = [];
    const walk = (node: CopyNode) => {
      if (node.nodeType === 3) texts.push(node);
      if (node.shadowRoot) this.cover(node.shadowRoot, work);
      this.coverField(node, work);
      for (const child of node.childNodes) walk(child);
    };
    for (const child of root.childNodes) walk(child);
    this.coverTexts(root, texts, work);
  }

  placesIn(text: string, { secrets = [], words = [] }: CopyWork) {
    const places: (readonly [number, number])[] = [];
    const isLetter = (character: string) => /[\p{L}\p{N}_]/u.test(character);
    const isInside = (before: string, after: string) => isLetter(before) && isLetter(after);
    for (const sought of [...secrets, ...words])
      for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
        const end = at + sought.length;
        const isPart =
          isInside(text.charAt(at - 1), text.charAt(at)) || isInside(text.charAt(end - 1), text.charAt(end));
        if (secrets.includes(sought) || !isPart) places.push([at, sought.length]);
      }
    return places;
  }

  /** The value of a field is in no text node. */
  coverField(node: CopyNode, work: CopyWork) {
    const { style } = node;
    const shown = [node.value, node.placeholder, node.selectedOptions?.[0]?.text];
    const isCopy = shown.some(text => typeof text === 'string' && this.placesIn(text.toLowerCase(), work).length > 0);
    if (!isCopy || !style || !node.getAttribute) return;
    const before = node.getAttribute('style');
    style.setProperty('filter', 'contrast(0)', 'important');
    style.setProperty('background', '#808080', 'important');
    work.undone.push(() => {
      if (before === null) node.removeAttribute?.('style');
      else node.setAttribute?.('style', before);
    });
  }

  /** A secret may be spread over several nodes. */
  coverTexts(root: CopyRoot, nodes: CopyNode[], work: CopyWork) {
    const { document, undone } = work;
    const view = document.defaultView;
    const starts: number[] = [];
    let all = '';
    for (const node of nodes) {
      starts.push(all.length);
      const text = node.nodeValue ?? '';
      const lower = text.toLowerCase();
      all += lower.length === text.length ? lower : text;
    }
    const placeOf = (at: number): [CopyNode | undefined, number] => {
      let index = starts.length - 1;
      while (index > 0 && (starts[index] ?? 0) > at) index -= 1;
      return [nodes[index], at - (starts[index] ?? 0)];
    };
    const ranges: CopyRange[] = [];
    for (const [at, length] of this.placesIn(all, work)) {
      const range = document.createRange();
      const [first, start] = placeOf(at);
      const [last, end] = placeOf(at + length - 1);
      if (!first || !last) continue;
      range.setStart(first, start);
      range.setEnd(last, end + 1);
      ranges.push(range);
    }
    if (ranges.length === 0) return;
    const name = `steploom-${undone.length}`;
    const sheet = new view.CSSStyleSheet();
    const grey = '#808080';
    sheet.replaceSync(`::highlight(${name}) {
      background-color: ${grey} !important; color: ${grey} !important; text-shadow: none !important;
      -webkit-text-fill-color: ${grey} !important; text-decoration: none !important }`);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    view.CSS.highlights.set(name, new view.Highlight(...ranges));
    undone.push(() => {
      view.CSS.highlights.delete(name);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets].filter(other => other !== sheet);
    });
  }
}

interface CopyRange {
  setStart(node: CopyNode, offset: number): void;
  setEnd(node: CopyNode, offset: number): void;
}

interface CopySheet {
  replaceSync(text: string): void;
}

interface CopyNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<CopyNode>;
  readonly shadowRoot?: CopyRoot | null;
  readonly value?: unknown;
  readonly placeholder?: unknown;
  readonly selectedOptions?: ArrayLike<{ readonly text: string }>;
  readonly style?: { setProperty(name: string, value: string, priority: string): void };
  getAttribute?(name: string): string | null;
  setAttribute?(name: string, value: string): void;
  removeAttribute?(name: string): void;
}

interface CopyRoot {
  readonly childNodes: Iterable<CopyNode>;
  adoptedStyleSheets: Iterable<CopySheet>;
}

interface CopyDocument extends CopyRoot {
  steploomCopies?: (() => void)[];
  readonly defaultView: {
    readonly CSSStyleSheet: new () => CopySheet;
    readonly Highlight: new (...ranges: CopyRange[]) => unknown;
    readonly CSS: { readonly highlights: { set(name: string, highlight: unknown): void; delete(name: string): void } };
  };
  createElement(name: string): unknown;
  createRange(): CopyRange;
}

interface CopyWork {
  document: CopyDocument;
  secrets: string[] | undefined;
  words: string[] | undefined;
  undone: (() => void)[];
}

export const SECRET_COPIES_ENGINE = 'steploom-secret-copies';

export const SECRET_COPIES_SOURCE = `new (${SecretCopies.toString()})()`;

/** Longer secrets are no text on a page. */
const MOST_CHARACTERS = 4_000;
/** A frame that does not answer by then shows nothing new. */
const LIMIT_MS = 2_000;

const wellFormed = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text));

interface Copies {
  secrets: Iterable<string>;
  words: Iterable<string>;
}

/** Covers copies in all frames of a page; must be uncovered again. Never rejects. */
export async function coverCopies(page: Page, { secrets, words }: Copies): Promise<void> {
  const body = [secrets, words].map(listed).join(';');
  if (body !== ';') await sendToFrames(page, body);
}

const listed = (texts: Iterable<string>): string =>
  [...texts]
    .filter(text => isMaskable(text) && text.length <= MOST_CHARACTERS)
    .map(text => encodeURIComponent(wellFormed(text.toLowerCase())).replaceAll("'", '%27'))
    .join(',');

export const uncoverCopies = (page: Page): Promise<void> => sendToFrames(page, 'off');

const sendToFrames = async (page: Page, body: string): Promise<void> => {
  await Promise.all(
    page.frames().map(frame => Promise.race([sendToFrame(frame, body), page.waitForTimeout(LIMIT_MS)]).catch(() => {})),
  );
};

async function sendToFrame(frame: Frame, body: string): Promise<void> {
  await (await frame.$(`${SECRET_COPIES_ENGINE}=${body}`))?.dispose();
}
