import type { CDPSession } from 'playwright';
import type { CoverPlace } from '../../page/covers/node-cover.ts';

/** Something of a page that draws a text. Its place is told by the node that is covered for it. */
interface DrawnText {
  text: string;
  /** By the backend. */
  node: number;
  /** `text`: a text node, of which any part can be covered; else the whole is. */
  as: CoverPlace['as'];
}

export interface DrawnDocument {
  frameId: string;
  /** In the order in which they are laid out, as slots and closed shadow roots have them. */
  texts: DrawnText[];
  /** Values of its password fields, of which only dots are drawn. */
  passwords: string[];
  /** Names of elements that draw what no text tells, e.g. `canvas`. */
  opaque: string[];
}

/**
 * What is drawn in the documents of a session, generated contents, shadow roots and frames of its process included.
 * Chromium takes 20 µs for an element.
 */
export async function drawnDocuments(connection: CDPSession): Promise<DrawnDocument[]> {
  const { documents, strings } = await snapshotOf(connection);
  return documents.map(document => new DocumentReader(document, strings).read());
}

type Snapshot = Awaited<ReturnType<typeof snapshotOf>>['documents'][number];
const snapshotOf = (connection: CDPSession) => connection.send('DOMSnapshot.captureSnapshot', { computedStyles: [] });

const TEXT_NODE = 3;
const PSEUDO_ELEMENTS = ['::before', '::after', '::marker'] as const;

/** Elements that draw some of their attributes, which these are. */
const DRAWN_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  INPUT: ['value', 'placeholder', 'alt', 'src'],
  TEXTAREA: ['placeholder'],
  OPTION: ['label'],
  OPTGROUP: ['label'],
  IMG: ['alt', 'src', 'srcset'],
  image: ['href', 'xlink:href'],
  OBJECT: ['data'],
  EMBED: ['src'],
};
/** Other addresses are not drawn. */
const ADDRESSES = ['src', 'srcset', 'href', 'xlink:href', 'data'];
const DRAWN_ADDRESS = /^\s*data:image\/svg/i;

const OPAQUE: readonly string[] = ['CANVAS', 'VIDEO', 'OBJECT', 'EMBED'];

/** Of a snapshot, whose parts are lists beside each other. */
class DocumentReader {
  readonly #taken: Snapshot;
  readonly #strings: readonly string[];
  readonly #values: ReadonlyMap<number, string>;
  readonly #children = new Map<number, number[]>();
  readonly #selected: ReadonlySet<number>;

  constructor(taken: Snapshot, strings: readonly string[]) {
    this.#taken = taken;
    this.#strings = strings;
    const { inputValue, textValue, optionSelected, parentIndex = [] } = taken.nodes;
    this.#values = new Map(
      [inputValue, textValue].flatMap(list =>
        (list?.index ?? []).map((node, at): [number, string] => [node, this.#string(list?.value[at])]),
      ),
    );
    this.#selected = new Set(optionSelected?.index);
    for (const [node, parent] of parentIndex.entries()) {
      const known = this.#children.get(parent);
      if (known === undefined) this.#children.set(parent, [node]);
      else known.push(node);
    }
  }

  read(): DrawnDocument {
    const { layout, frameId } = this.#taken;
    const nodes = layout.nodeIndex.map((node, at) => ({ node, text: this.#string(layout.text[at]) }));
    const texts = nodes.flatMap(({ node, text }) => this.#drawnBy(node, text));
    return {
      frameId: this.#string(frameId),
      texts,
      passwords: [...this.#values].flatMap(([node, value]) => (this.#isPassword(node) ? [value] : [])),
      opaque: layout.nodeIndex.flatMap((node, at) => this.#opaqueName(node, layout.bounds[at])),
    };
  }

  #opaqueName(node: number, [, , width = 0, height = 0]: readonly number[] = []): string[] {
    const name = this.#nameOf(node);
    const hasDocument = this.#taken.nodes.contentDocumentIndex?.index.includes(node);
    return OPAQUE.includes(name) && !hasDocument && width > 1 && height > 1 ? [name.toLowerCase()] : [];
  }

  #drawnBy(node: number, laidOut: string): DrawnText[] {
    const { nodeType = [], nodeValue = [] } = this.#taken.nodes;
    const name = this.#nameOf(node);
    if (nodeType[node] === TEXT_NODE)
      return [{ text: this.#string(nodeValue[node]), node: this.#backendOf(node), as: 'text' }];
    const pseudo = PSEUDO_ELEMENTS.find(known => known === name);
    if (pseudo !== undefined) return [{ text: laidOut, node: this.#backendOf(this.#parentOf(node)), as: pseudo }];
    return this.#textsOf(node, name).map(text => ({ text, node: this.#backendOf(node), as: 'box' as const }));
  }

  /** Texts that an element draws by itself, which are in none of its nodes that are laid out. */
  #textsOf(node: number, name: string): string[] {
    const value = this.#values.get(node) ?? [];
    if (name === 'SELECT') return this.#optionsOf(node).map(option => this.#contentOf(option));
    const attributes = Object.entries(this.#attributesOf(node)).flatMap(([key, text]) =>
      DRAWN_ATTRIBUTES[name]?.includes(key) === true && (!ADDRESSES.includes(key) || DRAWN_ADDRESS.test(text))
        ? [text]
        : [],
    );
    const content = name === 'OPTION' ? this.#contentOf(node) : [];
    return [value, attributes, content].flat();
  }

  #optionsOf(list: number): number[] {
    const below = this.#children.get(list) ?? [];
    return below.flatMap(node => [...(this.#selected.has(node) ? [node] : []), ...this.#optionsOf(node)]);
  }

  #contentOf(node: number): string {
    const { nodeValue = [] } = this.#taken.nodes;
    const own = this.#string(nodeValue[node]);
    const label = this.#nameOf(node) === 'OPTION' ? this.#attributesOf(node).label : undefined;
    return label ?? own + (this.#children.get(node) ?? []).map(child => this.#contentOf(child)).join('');
  }

  #attributesOf(node: number): Record<string, string> {
    const list = this.#taken.nodes.attributes?.[node] ?? [];
    const found: Record<string, string> = {};
    for (let at = 0; at < list.length; at += 2) found[this.#string(list[at])] = this.#string(list[at + 1]);
    return found;
  }

  #isPassword(node: number): boolean {
    return this.#nameOf(node) === 'INPUT' && this.#attributesOf(node).type?.toLowerCase() === 'password';
  }

  #string(index: number | undefined): string {
    return index === undefined || index < 0 ? '' : (this.#strings[index] ?? '');
  }

  #nameOf(node: number): string {
    return this.#string(this.#taken.nodes.nodeName?.[node]);
  }

  #parentOf(node: number): number {
    return this.#taken.nodes.parentIndex?.[node] ?? -1;
  }

  #backendOf(node: number): number {
    return this.#taken.nodes.backendNodeId?.[node] ?? 0;
  }
}
