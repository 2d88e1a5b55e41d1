import type { Frame, Page } from 'playwright';
import { isMaskable } from '../../../model/values/redactor.ts';

/**
 * Runs inside the page, in Playwright's isolated world, so that the page learns of no secret that it does not show
 * already: paints over the ranges of text that hold one, and over fields whose value does. Nothing of the document
 * moves. The class is sent as source text, so it uses nothing from outside.
 */
class SecretEchoes {
  query(root: EchoDocument, body: string) {
    return this.queryAll(root, body)[0];
  }

  /** The body is `off`, or what to look for: encoded texts in small letters. */
  queryAll(root: EchoDocument, body: string) {
    for (const undo of root.steploomEchoes ?? []) undo();
    root.steploomEchoes = [];
    if (body !== 'off') {
      const secrets = body.split(',').map(decodeURIComponent);
      this.cover(root, { document: root, secrets, undone: root.steploomEchoes });
    }
    return [root.createElement('p')];
  }

  cover(root: EchoRoot, work: EchoWork) {
    const texts: EchoNode[] = [];
    const walk = (node: EchoNode) => {
      if (node.nodeType === 3) texts.push(node);
      if (node.shadowRoot) this.cover(node.shadowRoot, work);
      this.coverField(node, work);
      for (const child of node.childNodes) walk(child);
    };
    for (const child of root.childNodes) walk(child);
    this.coverTexts(root, texts, work);
  }

  /** What a field shows is in no text node. */
  coverField(node: EchoNode, { secrets, undone }: EchoWork) {
    const { style } = node;
    const shown = [node.value, node.placeholder, node.selectedOptions?.[0]?.text];
    const isEcho = shown.some(
      text => typeof text === 'string' && secrets.some(secret => text.toLowerCase().includes(secret)),
    );
    if (!isEcho || !style || !node.getAttribute) return;
    const before = node.getAttribute('style');
    style.setProperty('filter', 'contrast(0)', 'important');
    style.setProperty('background', '#808080', 'important');
    undone.push(() => {
      if (before === null) node.removeAttribute?.('style');
      else node.setAttribute?.('style', before);
    });
  }

  /** A secret may be spread over several nodes. */
  coverTexts(root: EchoRoot, nodes: EchoNode[], { document, secrets, undone }: EchoWork) {
    const view = document.defaultView;
    const starts: number[] = [];
    let all = '';
    for (const node of nodes) {
      starts.push(all.length);
      const text = node.nodeValue ?? '';
      const lower = text.toLowerCase();
      all += lower.length === text.length ? lower : text;
    }
    const placeOf = (at: number): [EchoNode | undefined, number] => {
      let index = starts.length - 1;
      while (index > 0 && (starts[index] ?? 0) > at) index -= 1;
      return [nodes[index], at - (starts[index] ?? 0)];
    };
    const ranges: EchoRange[] = [];
    for (const secret of secrets)
      for (let at = all.indexOf(secret); at >= 0; at = all.indexOf(secret, at + 1)) {
        const range = document.createRange();
        const [first, start] = placeOf(at);
        const [last, end] = placeOf(at + secret.length - 1);
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

interface EchoRange {
  setStart(node: EchoNode, offset: number): void;
  setEnd(node: EchoNode, offset: number): void;
}

interface EchoSheet {
  replaceSync(text: string): void;
}

/** What is used of a node in the page. */
interface EchoNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<EchoNode>;
  readonly shadowRoot?: EchoRoot | null;
  readonly value?: unknown;
  readonly placeholder?: unknown;
  readonly selectedOptions?: ArrayLike<{ readonly text: string }>;
  readonly style?: { setProperty(name: string, value: string, priority: string): void };
  getAttribute?(name: string): string | null;
  setAttribute?(name: string, value: string): void;
  removeAttribute?(name: string): void;
}

interface EchoRoot {
  readonly childNodes: Iterable<EchoNode>;
  adoptedStyleSheets: Iterable<EchoSheet>;
}

interface EchoDocument extends EchoRoot {
  steploomEchoes?: (() => void)[];
  readonly defaultView: {
    readonly CSSStyleSheet: new () => EchoSheet;
    readonly Highlight: new (...ranges: EchoRange[]) => unknown;
    readonly CSS: { readonly highlights: { set(name: string, highlight: unknown): void; delete(name: string): void } };
  };
  createElement(name: string): unknown;
  createRange(): EchoRange;
}

interface EchoWork {
  document: EchoDocument;
  secrets: string[];
  undone: (() => void)[];
}

export const SECRET_ECHOES_ENGINE = 'steploom-secret-echoes';

export const SECRET_ECHOES_SOURCE = `new (${SecretEchoes.toString()})()`;

/** One that takes longer is no text on a page. */
const MOST_CHARACTERS = 4_000;
/** A frame that does not answer by then shows nothing new. */
const LIMIT_MS = 2_000;

const wellFormed = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text));

/** Paints over what a page shows of secrets, in all its frames; to be uncovered again. Never rejects. */
export async function coverEchoes(page: Page, secrets: Iterable<string>): Promise<void> {
  const texts = [...secrets].filter(text => isMaskable(text) && text.length <= MOST_CHARACTERS);
  const body = texts.map(text => encodeURIComponent(wellFormed(text.toLowerCase())).replaceAll("'", '%27')).join(',');
  if (body !== '') await tellFrames(page, body);
}

export const uncoverEchoes = (page: Page): Promise<void> => tellFrames(page, 'off');

const tellFrames = async (page: Page, body: string): Promise<void> => {
  await Promise.all(
    page.frames().map(frame => Promise.race([told(frame, body), page.waitForTimeout(LIMIT_MS)]).catch(() => {})),
  );
};

async function told(frame: Frame, body: string): Promise<void> {
  await (await frame.$(`${SECRET_ECHOES_ENGINE}=${body}`))?.dispose();
}
