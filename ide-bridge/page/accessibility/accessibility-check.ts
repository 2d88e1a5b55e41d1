import type { AxeFinding, AxeFrame, AxeLibrary, AxeOptions, AxeSelector } from './axe-library.ts';

type SetTimer = (work: () => void, ms?: number) => unknown;

interface FindingsRequest {
  options: AxeOptions;
  /** What frames found, as `part` gave it; null for those that could not be checked. */
  inner: readonly (string | null)[];
  /** Those that count, the least serious first. */
  impacts: readonly string[];
  most: number;
}

/**
 * Checks a document, in a world of ours that the page can neither see nor change. axe-core goes on from rule to rule by
 * timers: with its own, a check that nobody waits for any more ends with the rule that it is at.
 */
export class AccessibilityCheck {
  readonly #axe: AxeLibrary;
  #part: object | undefined;
  #isOver = false;

  constructor(makeAxe: (setTimeout: SetTimer) => AxeLibrary) {
    const unlessOver = (work: () => void) => () => {
      if (!this.#isOver) work();
    };
    this.#axe = makeAxe((work, ms) => setTimeout(unlessOver(work), ms));
    // Frames are asked one by one: the page gets no message, and none of its messages is answered.
    this.#axe.configure({ allowedOrigins: [] });
  }

  unknownRules(rules: readonly string[]): string[] {
    const known = new Set(this.#axe.getRules().map(({ ruleId }) => ruleId));
    return rules.filter(rule => !known.has(rule));
  }

  frames(context: object, options: AxeOptions): readonly AxeFrame[] {
    return this.#axe.utils.getFrameContexts(context, options);
  }

  elementAt(selector: AxeSelector): Element | undefined {
    let root: Document | ShadowRoot | null = document;
    let found: Element | null = null;
    for (const part of [selector].flat()) {
      found = root?.querySelector(part) ?? null;
      root = found?.shadowRoot ?? null;
    }
    return found ?? undefined;
  }

  async run(context: object, options: AxeOptions): Promise<void> {
    await this.#settle();
    this.#part = await this.#axe.runPartial(context, options);
  }

  /** What is half transparent on its way has another contrast in a moment. */
  async #settle(): Promise<void> {
    const mostMs = 2_000;
    const ending = document.getAnimations().filter(animation => {
      const endTime = animation.effect?.getComputedTiming().endTime;
      return animation.playState === 'running' && endTime !== undefined && Number.isFinite(Number(endTime));
    });
    if (ending.length === 0) return;
    const late = new Promise(resolve => setTimeout(resolve, mostMs));
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), late]);
  }

  /** For the document that this one is in; empty where it is too long to be sent. */
  part(): string {
    const text = JSON.stringify(this.#part);
    this.#part = undefined;
    return text.length > 30_000_000 ? '' : text;
  }

  /** Ends the check of a page: what this document and those in it found, the most serious first. */
  async findings({ options, inner, impacts, most }: FindingsRequest): Promise<{ count: number; found: AxeFinding[] }> {
    const parts = [
      this.#part ?? null,
      ...inner.map((part): object | null => (part === null ? null : JSON.parse(part))),
    ];
    this.#part = undefined;
    const { violations } = await this.#axe.finishRun(parts, options);
    const all = violations.flatMap(({ id, help, helpUrl, impact, nodes }) =>
      nodes.map((node): AxeFinding => {
        const { target, ancestry = [], failureSummary = '' } = node;
        const weight = node.impact ?? impact ?? undefined;
        return {
          rule: id,
          help,
          helpUrl,
          impact: weight,
          target,
          frames: ancestry.slice(0, -1),
          remedy: failureSummary,
        };
      }),
    );
    const weightOf = ({ impact }: AxeFinding) => (impact === undefined ? impacts.length : impacts.indexOf(impact));
    const counting = all.filter(finding => weightOf(finding) >= 0);
    counting.sort((one, other) => weightOf(other) - weightOf(one));
    return { count: counting.length, found: counting.slice(0, most) };
  }

  leave(): void {
    this.#isOver = true;
  }
}
