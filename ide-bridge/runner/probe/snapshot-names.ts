import type { Page } from 'playwright';
import type { Locator } from '../../../model/locator/locator.ts';
import { shownName } from '../../browser/elements/choose-elements.ts';
import { locateNodes } from '../../browser/elements/element-locators.ts';
import { type PageQuestions, pageQuestions, refsFrom } from '../../browser/elements/page-questions.ts';
import type { PageNode } from '../../browser/elements/page-tree.ts';
import { readFrames } from '../../browser/elements/read-frames.ts';
import type { AppSession } from '../../browser/session/app-session.ts';

type SnapshotElement = ReturnType<Page['locator']>;

interface NamedElement {
  shown: { role: string; name: string };
  locator(): Promise<string | undefined>;
}

interface NamingLimits {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Accessible names and locators from one snapshot. */
export class SnapshotNames {
  readonly #questions: PageQuestions;
  readonly #nodes: ReadonlyMap<string, PageNode>;
  readonly #limits: NamingLimits;

  private constructor(questions: PageQuestions, parts: { nodes: Iterable<PageNode>; limits: NamingLimits }) {
    this.#questions = questions;
    this.#limits = parts.limits;
    this.#nodes = new Map([...parts.nodes].flatMap(node => (node.ref === undefined ? [] : [[node.ref, node]])));
  }

  static async read(session: AppSession, page: Page, limits: NamingLimits): Promise<SnapshotNames> {
    const questions = pageQuestions(session, page, limits);
    const { frames } = await readFrames(questions, { boxes: false });
    return new SnapshotNames(questions, { nodes: frames.flatMap(({ nodes }) => nodes), limits });
  }

  async ofElement(element: SnapshotElement): Promise<NamedElement | undefined> {
    const node = await this.#nodeOf(element).catch(() => undefined);
    if (node === undefined) return undefined;
    return {
      shown: { role: node.role, name: shownName(node) },
      locator: async () => (await locateNodes([node], this.#questions)).get(node),
    };
  }

  async locatorsOf(found: SnapshotElement, count: number): Promise<string[]> {
    const elements = Array.from({ length: count }, (_, index) => found.nth(index));
    const nodes = await Promise.all(elements.map(element => this.#nodeOf(element).catch(() => undefined)));
    const known = nodes.flatMap(node => node ?? []);
    const locators = await locateNodes(known, this.#questions);
    const seen = [...known.filter(node => !node.isHidden), ...known.filter(node => node.isHidden)];
    return seen.flatMap(node => locators.get(node) ?? []);
  }

  /** An element with a reference may be inside the one sought: they are compared. */
  async #nodeOf(element: SnapshotElement): Promise<PageNode | undefined> {
    const limit = { signal: this.#limits.signal, timeout: this.#limits.timeoutMs };
    const [ref = ''] = await refsFrom(element, limit);
    const node = this.#nodes.get(ref);
    if (node?.ref === undefined) return undefined;
    const other = await this.#questions.page.getByRef(node.ref).elementHandle(limit);
    return (await element.evaluate((own, named) => own === named, other, limit)) ? node : undefined;
  }
}

export const isBrittle = ({ steps }: Locator): boolean =>
  steps.some(step => step.kind === 'nth' || step.kind === 'selector' || ('locator' in step && isBrittle(step.locator)));
