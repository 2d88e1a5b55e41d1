import type { Frame, Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { describeSteps } from '../../../model/locator/describe-locator.ts';
import { CHOICES, type Locator, type LocatorStep } from '../../../model/locator/locator.ts';
import type { Clue } from '../../../model/run/clues.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import { shownAddress } from '../../browser/logs/shown-text.ts';
import { factsSelector } from '../../browser/reading/page-facts.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import type { CluesRequest, DocumentClues, ElementClues } from '../../page/facts/clue-types.ts';
import type { ActionObstacle } from './explain-action-error.ts';
import { type SoughtByName, soughtElement, whatComesNear } from './near-clues.ts';

/** For all of it, and for one question to a tab or frame that may hang. */
const LIMIT_MS = 9_000;
const QUESTION_MS = 3_000;
const MOST_TABS = 5;
const MOST_FRAMES = 10;

interface ClueSituation {
  locator?: Locator | undefined;
  /** Whether no element fits the locator. */
  isMissing: boolean;
  /** What kept the action from an element that is there. */
  obstacle?: ActionObstacle | undefined;
}

export interface PageTells {
  clues: Clue[];
  hasPassword: boolean;
}

type Question<Answer> = (limit: { signal: AbortSignal; timeout: number }) => Promise<Answer>;

/** Undefined without an answer. */
type Ask = <Answer>(question: Question<Answer>) => Promise<Answer | undefined>;

/** What the page itself tells about a failure; costs time only then. Never rejects for a page that does not answer. */
export async function gatherClues(
  session: AppSession,
  { locator, isMissing, obstacle }: ClueSituation,
  signal: AbortSignal,
): Promise<PageTells> {
  const page = session.requirePage();
  const end = performance.now() + LIMIT_MS;
  const ask: Ask = async <Answer>(question: Question<Answer>): Promise<Answer | undefined> => {
    const timeout = Math.min(QUESTION_MS, end - performance.now());
    if (timeout <= 0) return undefined;
    const late = () => new AppError('timeout', 'The page is silent.');
    return withinLimit(inner => question({ signal: inner, timeout }), { signal, timeoutMs: timeout, late }).catch(
      () => undefined,
    );
  };
  const sought = isMissing && locator !== undefined ? soughtElement(locator) : undefined;
  const place: SoughtPlace = { session, page, ask };
  const [told, container, elsewhere, own] = await Promise.all([
    ask(limit => askDocument(page, undefined, limit)),
    sought && locator ? missingContainer(locator, place) : undefined,
    sought && locator ? elsewhereThan(locator, place) : [],
    obstacle !== undefined && locator ? elementClues(locator, obstacle, place) : [],
  ]);
  const near = sought === undefined || container !== undefined ? [] : await nearClues(sought, locator, place);
  const form: Clue[] = told?.invalid === undefined ? [] : [{ kind: 'form-invalid', ...told.invalid }];
  return {
    clues: [...form, ...elsewhere, ...(container === undefined ? [] : [container]), ...own, ...near],
    hasPassword: told?.hasPassword ?? false,
  };
}

interface SoughtPlace {
  session: AppSession;
  page: Page;
  ask: Ask;
}

async function askDocument(
  page: Page | Frame,
  sought: CluesRequest['sought'],
  limit: { signal: AbortSignal; timeout: number },
): Promise<DocumentClues> {
  const text = await page.locator(factsSelector({ kind: 'clues', sought })).textContent(limit);
  return JSON.parse(text ?? '{}');
}

/** Within its container, where the locator names one. */
async function nearClues(sought: SoughtByName, locator: Locator | undefined, place: SoughtPlace): Promise<Clue[]> {
  const { session, page, ask } = place;
  const request = { words: sought.words, isPart: sought.isPart };
  const outer = locator && outerPart(locator);
  const told = await ask(async limit => {
    if (outer === undefined) return askDocument(page, request, limit);
    const inside = session
      .locate(outer, page)
      .first()
      .locator(factsSelector({ kind: 'clues', sought: request }));
    const answer: DocumentClues = JSON.parse((await inside.textContent(limit)) ?? '{}');
    return answer;
  });
  return told === undefined ? [] : whatComesNear(sought, told.near);
}

const beginsElement = ({ kind }: LocatorStep): boolean =>
  !CHOICES.includes(kind) && kind !== 'or' && kind !== 'contentFrame' && kind !== 'anyFrame';

/** Where a new element is sought within what was found so far. */
const innerStarts = ({ steps }: Locator): number[] =>
  steps.flatMap((step, index) => {
    const before = steps[index - 1];
    const isInner = before !== undefined && before.kind !== 'contentFrame' && before.kind !== 'anyFrame';
    return isInner && beginsElement(step) ? [index] : [];
  });

function outerPart(locator: Locator): Locator | undefined {
  const frame = locator.steps.findLastIndex(({ kind }) => kind === 'contentFrame' || kind === 'anyFrame');
  const last = innerStarts(locator).at(-1);
  if (last === undefined) return frame < 0 ? undefined : { steps: [...locator.steps.slice(0, frame + 1), WHOLE] };
  return { steps: locator.steps.slice(0, last) };
}

const WHOLE: LocatorStep = { kind: 'selector', selector: 'html' };

/** The first part of a chain that finds nothing, if it is not the last. */
async function missingContainer(locator: Locator, { session, page, ask }: SoughtPlace): Promise<Clue | undefined> {
  for (const start of innerStarts(locator)) {
    const container = { steps: locator.steps.slice(0, start) };
    const count = await ask(() => session.locate(container, page).count());
    if (count === undefined) return undefined;
    if (count > 0) continue;
    const sought = describeSteps({ steps: locator.steps.slice(start) });
    return { kind: 'container-missing', container: describeSteps(container), sought };
  }
  return undefined;
}

/** In other tabs and, where the locator names no frame, in the frames of the page. */
async function elsewhereThan(locator: Locator, place: SoughtPlace): Promise<Clue[]> {
  const { session, page, ask } = place;
  const tabs = session.tabs.all.filter(tab => tab !== page && !tab.isClosed()).slice(-MOST_TABS);
  const namesFrame = locator.steps.some(({ kind }) => kind === 'contentFrame' || kind === 'anyFrame');
  const frames = namesFrame
    ? []
    : page
        .frames()
        .filter(frame => frame !== page.mainFrame())
        .slice(0, MOST_FRAMES);
  const isIn = (root: Page | Frame) => ask(() => session.locate(locator, root).first().isVisible());
  const inTabs = tabs.map(async (tab): Promise<Clue | undefined> => {
    if (!(await isIn(tab))) return undefined;
    const title = (await ask(() => tab.title())) ?? '';
    return { kind: 'other-tab', title: title.slice(0, MOST_TITLE), url: shownAddress(tab.url()) };
  });
  const inFrames = frames.map(async (frame): Promise<Clue | undefined> => {
    if (!(await isIn(frame))) return undefined;
    return { kind: 'other-frame', url: shownAddress(frame.url()), name: frame.name().slice(0, MOST_TITLE) };
  });
  const found = await Promise.all([...inTabs, ...inFrames]);
  return found.filter(clue => clue !== undefined);
}

const MOST_TITLE = 200;

async function elementClues(
  locator: Locator,
  obstacle: ActionObstacle,
  { session, page, ask }: SoughtPlace,
): Promise<Clue[]> {
  const told = await ask(async (limit): Promise<ElementClues> => {
    const element = session
      .locate(locator, page)
      .first()
      .locator(factsSelector({ kind: 'clues' }));
    return JSON.parse((await element.textContent(limit)) ?? '{}');
  });
  if (told === undefined) return [];
  const { role, tag, name, hidden, dialog, invalid } = told;
  const what = name === '' ? undefined : { role, tag, name };
  if (dialog !== undefined && obstacle === 'covered') return [{ kind: 'behind-dialog', dialog, what }];
  if (obstacle === 'hidden') return hidden === undefined ? [] : [{ kind: 'hidden', ...hidden, what }];
  if (obstacle === 'disabled') return [{ kind: 'disabled', invalid }];
  return obstacle === 'read-only' ? [{ kind: 'read-only' }] : [];
}
