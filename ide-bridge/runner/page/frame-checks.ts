import { z } from 'zod';
import { FindingImpact } from '../../../model/actions/accessibility-rules.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { writableLocators } from '../../../model/locator/writable-locators.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import { shownAddress } from '../../browser/logs/shown-text.ts';
import type { AxeOptions, AxeSelector } from '../../page/accessibility/axe-library.ts';
import type { AccessibilityWorlds, DocumentCheck } from './accessibility-worlds.ts';

const Selector = z.union([z.string(), z.array(z.string())]);

export const FoundByRule = z.object({
  rule: z.string(),
  help: z.string(),
  helpUrl: z.string(),
  impact: FindingImpact.optional().catch(undefined),
  target: z.array(Selector),
  frames: z.array(Selector),
  remedy: z.string(),
});
type FoundByRule = z.infer<typeof FoundByRule>;

export interface NamedFinding extends FoundByRule {
  /** Of the page, through its frames. */
  locator: string | undefined;
  words: string;
}

const Frames = z.array(z.object({ frameSelector: Selector, frameContext: z.looseObject({}) }));
type FrameToCheck = z.infer<typeof Frames>[number];

const MOST_FRAMES = 100;
const MOST_DEPTH = 10;
const FRAME_LIMIT_MS = 10_000;

interface CheckOptions {
  options: AxeOptions;
  signal: AbortSignal;
}

/** The way to a document through frames. */
type FramePath = readonly AxeSelector[];

const keyOf = (path: FramePath): string => JSON.stringify(path);

/** Checks the documents in a page one after the other, each in its own process. */
export class FrameChecks {
  readonly #worlds: AccessibilityWorlds;
  readonly #how: CheckOptions;
  readonly #checks = new Map<string, DocumentCheck>();
  readonly #ways = new Map<string, Promise<string | undefined>>();
  #count = 0;

  constructor(worlds: AccessibilityWorlds, how: CheckOptions) {
    this.#worlds = worlds;
    this.#how = how;
  }

  /**
   * Checks a page. Returns what its frames found, in the order of the document, null for those that are gone. Errors:
   * `timeout` for a frame that does not answer, and those of the document.
   */
  async check(main: DocumentCheck, context: object): Promise<(string | null)[]> {
    this.#checks.set(keyOf([]), main);
    const frames = await this.#framesIn(main, context);
    await main.ask('run', context, this.#how.options);
    return await this.#checkFrames(main, frames, []);
  }

  async #framesIn(check: DocumentCheck, context: object): Promise<FrameToCheck[]> {
    return Frames.parse(await check.ask('frames', context, this.#how.options));
  }

  async #checkFrames(
    outer: DocumentCheck,
    frames: readonly FrameToCheck[],
    path: FramePath,
  ): Promise<(string | null)[]> {
    const parts: (string | null)[] = [];
    for (const frame of frames) parts.push(...(await this.#checkFrame(outer, frame, path)));
    return parts;
  }

  async #checkFrame(outer: DocumentCheck, frame: FrameToCheck, path: FramePath): Promise<(string | null)[]> {
    const there = await outer.frameAt(frame.frameSelector);
    if (there === undefined) return [null];
    this.#count += 1;
    if (this.#count > MOST_FRAMES || path.length >= MOST_DEPTH) throw tooMany();
    const inside = [...path, frame.frameSelector];
    try {
      const checked = await withinLimit(() => this.#checkInside(there, frame, inside), {
        signal: this.#how.signal,
        timeoutMs: FRAME_LIMIT_MS,
        late: () => silent(there.url),
      });
      return [checked.part, ...(await this.#checkFrames(checked.check, checked.frames, inside))];
    } catch (error) {
      // A frame that was taken out of the page meanwhile has nothing to check.
      const now = await outer.frameAt(frame.frameSelector);
      if (now?.frameId !== there.frameId) return [null];
      throw error;
    }
  }

  async #checkInside(
    { frameId, url }: { frameId: string; url: string },
    { frameContext }: FrameToCheck,
    path: FramePath,
  ): Promise<{ check: DocumentCheck; frames: FrameToCheck[]; part: string }> {
    const check = await this.#worlds.inFrame(frameId);
    if (check === undefined) throw silent(url);
    this.#checks.set(keyOf(path), check);
    const frames = await this.#framesIn(check, frameContext);
    await check.ask('run', frameContext, this.#how.options);
    const part = z.string().parse(await check.ask('part'));
    if (part === '')
      throw new AppError('page-error', `The frame ${shownAddress(url)} is too large to be checked; exclude it.`);
    return { check, frames, part };
  }

  /** Names the elements of findings, each document in one question. */
  async name(found: readonly FoundByRule[], testIdAttribute: string): Promise<NamedFinding[]> {
    const named = new Map<FoundByRule, Pick<NamedFinding, 'locator' | 'words'>>();
    const byDocument = new Map<string, FoundByRule[]>();
    for (const each of found) byDocument.set(keyOf(each.frames), [...(byDocument.get(keyOf(each.frames)) ?? []), each]);
    for (const inside of byDocument.values()) {
      const [{ frames = [] } = {}] = inside;
      const names = await this.#nameIn(
        frames,
        inside.map(({ target }) => target.at(-1) ?? ''),
        testIdAttribute,
      );
      for (const [at, each] of inside.entries()) named.set(each, names[at] ?? UNNAMED);
    }
    return found.map(each => ({ ...each, ...(named.get(each) ?? UNNAMED) }));
  }

  async #nameIn(path: FramePath, selectors: readonly AxeSelector[], testIdAttribute: string) {
    const check = this.#checks.get(keyOf(path));
    if (check === undefined) return [];
    const way = await this.#wayInto(path, testIdAttribute);
    const names = await check.name(selectors, testIdAttribute);
    return names.map(({ locator, words }) => {
      const whole = way === undefined || locator === undefined ? [] : writableLocators([`${way}${locator}`]);
      return { locator: whole[0], words };
    });
  }

  /** What the locators of a document begin with; undefined where none leads to one of the frames around it. */
  #wayInto(path: FramePath, testIdAttribute: string): Promise<string | undefined> {
    const known = this.#ways.get(keyOf(path));
    if (known !== undefined) return known;
    const way = this.#findWay(path, testIdAttribute);
    this.#ways.set(keyOf(path), way);
    return way;
  }

  async #findWay(path: FramePath, testIdAttribute: string): Promise<string | undefined> {
    const selector = path.at(-1);
    if (selector === undefined) return '';
    const around = path.slice(0, -1);
    const outer = await this.#wayInto(around, testIdAttribute);
    const [owner] = (await this.#checks.get(keyOf(around))?.name([selector], testIdAttribute)) ?? [];
    return outer === undefined || owner?.locator === undefined ? undefined : `${outer}${owner.locator}.contentFrame().`;
  }
}

const UNNAMED = { locator: undefined, words: '' };

const silent = (url: string): AppError =>
  new AppError(
    'timeout',
    `The frame ${shownAddress(url)} in the page was not checked within ${inSeconds(FRAME_LIMIT_MS)}; “exclude” can leave it out.`,
    { field: 'exclude' },
  );

const tooMany = (): AppError =>
  new AppError(
    'page-error',
    `The page has more than ${MOST_FRAMES} frames, or more than ${MOST_DEPTH} within each other; “exclude” can leave out those that need no check.`,
    { field: 'exclude' },
  );
