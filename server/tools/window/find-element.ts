/** Looks elements up on the live page by what somebody calls them. */
import timers from 'node:timers/promises';
import type { ActionType } from '../../../model/actions/index.ts';
import { AppError, type ErrorKind, isAppError } from '../../../model/errors/errors.ts';
import type { ElementLook } from '../../../model/locator/element-look.ts';
import { quoted } from '../../../model/locator/format-locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import type { PageElement } from '../../../model/protocol/app-window.ts';
import { type ElementName, type WantedElement, wordsOfElement } from '../../verbs/wanted-element.ts';
import type { KnownRef } from '../../workspace/listed-elements.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { limitsOf, windowOf } from './app-window.ts';
import { fittingElements, nearestElements, tidy } from './fitting-elements.ts';
import { elementLines } from './page-changes.ts';

type LookupContext = ToolContext<'listedElements'>;

interface ElementSearch {
  type: ActionType;
  /** How long it may take to come. */
  limitMs: number;
  /** Where it need not be there, the locator is made of what it is called. */
  mayBeMissing: boolean;
  /** What was on the page a moment ago. */
  listed?: readonly PageElement[] | undefined;
}

/** A search for one element. */
interface ElementHunt extends ElementSearch {
  wanted: WantedElement;
  /** What it was when it was listed, for a ref. */
  known: KnownRef | undefined;
  name: ElementName;
}

const LOOK_EVERY_MS = 150;
/** Nothing comes any more to a page that has been quiet for so long. */
const QUIET_MS = 2_000;
const MOST_LOOKED_AT = 2_000;
const MOST_NAMED = 5;

/**
 * A durable locator of the element on the live page. Waits until it is there. Errors: `locator-not-found` (with what is
 * nearest, or with those among which to choose), `not-found` for a ref that was never listed, `app-not-open`.
 */
export async function findElement(
  context: LookupContext,
  wanted: WantedElement,
  search: ElementSearch,
): Promise<string> {
  const { name } = wanted;
  if (name.by === 'locator') return locatorAlone(name.locator, wanted);
  const known = name.by === 'ref' ? elementOfRef(context, name.ref) : undefined;
  if (known !== undefined && (search.mayBeMissing || (await lookAt(context, known.locator)))) return known.locator;
  const sought: ElementHunt = { ...search, wanted, known, name: known === undefined ? name : nameOf(known) };
  return (await asListed(context, sought)) ?? (await untilThere(context, sought));
}

/** An element whose locator finds it no more is found again by what it was. */
const nameOf = ({ role, name }: KnownRef): ElementName => ({ by: 'role', role, name: name || undefined });

/** What was there a moment ago mostly still is: a look at that alone is much less work than a listing. */
async function asListed(
  context: LookupContext,
  { wanted, listed = [], name, type }: ElementHunt,
): Promise<string | undefined> {
  if (wanted.nth !== undefined || wanted.within !== undefined) return undefined;
  const [found, other] = fittingElements(listed, name, type);
  if (found === undefined || other !== undefined) return undefined;
  const look = await lookAt(context, found.locator);
  return look?.role === found.role && tidy(look.name) === tidy(found.name) ? found.locator : undefined;
}

async function untilThere(context: LookupContext, sought: ElementHunt): Promise<string> {
  const { wanted, name, type, mayBeMissing } = sought;
  const deadline = performance.now() + sought.limitMs;
  const quiet = new QuietPage();
  for (;;) {
    const within = wanted.within && (await findScope(context, wanted.within, sought));
    const elements = await listed(context, within).catch(unless<readonly PageElement[]>('locator-not-found', []));
    const found = fittingElements(elements, name, type);
    const chosen = chosenOf(context, wanted, found);
    if (chosen !== undefined) return chosen.locator;
    if (mayBeMissing) return locatorFor(name);
    // A text that several elements make up together is in no listing.
    const isWhole = name.by === 'text' && found.length === 0 && within === undefined;
    if (isWhole && (await lookAt(context, locatorFor(name))) !== undefined) return locatorFor(name);
    const isOver = performance.now() >= deadline || quiet.isQuiet(elements, isLoading(context));
    if (isOver) throw noneFits(context, sought, elements);
    await timers.setTimeout(LOOK_EVERY_MS, undefined, { signal: context.signal });
  }
}

/** A row or card may be in no listing, as all that is in it is. Errors: as `findElement`. */
async function findScope(context: LookupContext, name: ElementName, search: ElementSearch): Promise<string> {
  if (name.by === 'role' && name.name !== undefined) {
    const locator = `getByRole('${name.role}').filter({ hasText: ${quoted(name.name)} })`;
    if ((await lookAt(context, locator)) !== undefined) return locator;
  }
  return await findElement(context, { name }, { ...search, type: 'hover' });
}

const isLoading = (context: LookupContext): boolean =>
  windowOf(context)
    .requests()
    .some(({ status, reason }) => status === undefined && reason === undefined);

/** Whether a page has stayed the same for a while and waits for nothing. */
class QuietPage {
  #before = '';
  #since = performance.now();

  isQuiet(elements: readonly PageElement[], isLoadingNow: boolean): boolean {
    const now = JSON.stringify(elements);
    if (isLoadingNow || now !== this.#before) this.#since = performance.now();
    this.#before = now;
    return performance.now() - this.#since >= QUIET_MS;
  }
}

/** Undefined where none fits (yet). Errors: `locator-not-found` where several fit. */
function chosenOf(
  context: LookupContext,
  wanted: WantedElement,
  found: readonly PageElement[],
): PageElement | undefined {
  if (wanted.nth !== undefined) return found[wanted.nth - 1];
  if (found.length > 1) throw severalFit(context, wanted, found);
  return found[0];
}

/** Errors: `invalid-params` for a place, which a locator says itself. */
function locatorAlone(locator: string, { nth, within }: WantedElement): string {
  if (nth === undefined && within === undefined) return locator;
  throw new AppError(
    'invalid-params',
    `${nth === undefined ? '--in' : '--nth'} goes with a role, a label or a text; a locator says such a thing itself, as in ${locator}.first().`,
  );
}

/** The locator of an element that is not there. */
function locatorFor(name: ElementName): string {
  switch (name.by) {
    case 'locator':
      return name.locator;
    case 'text':
      return `getByText(${quoted(name.text)})`;
    case 'role':
      return name.name === undefined
        ? `getByRole('${name.role}')`
        : `getByRole('${name.role}', { name: ${quoted(name.name)} })`;
    case 'ref':
      return name.ref;
  }
}

async function listed(context: LookupContext, within: string | undefined): Promise<readonly PageElement[]> {
  const query = {
    filter: undefined,
    role: undefined,
    within: within === undefined ? undefined : parseLocator(within),
    interactiveOnly: false,
    limit: MOST_LOOKED_AT,
    boxes: false,
  };
  return (await windowOf(context).elements(query, limitsOf(context))).elements;
}

/** Errors: `not-found` for a ref that no listing gave. */
function elementOfRef({ project }: LookupContext, ref: string): KnownRef {
  const element = project.listedElements.elementOf(ref);
  if (element !== undefined) return element;
  throw new AppError('not-found', `No element was listed as ${ref}: snapshot lists what is there.`, {
    next: 'getPageElements',
  });
}

/** Undefined where there is none, or several. */
const lookAt = (context: LookupContext, locator: string): Promise<ElementLook | undefined> =>
  windowOf(context).see(parseLocator(locator), limitsOf(context)).catch(unless('timeout', undefined));

const unless =
  <Value>(kind: ErrorKind, value: Value) =>
  (error: unknown): Value => {
    if (isAppError(error, kind)) return value;
    throw error;
  };

const linesOf = ({ project }: LookupContext, elements: readonly PageElement[]): string[] =>
  elementLines(elements.map(element => ({ ...element, ref: project.listedElements.refOf(element) })));

function severalFit(context: LookupContext, { name }: WantedElement, found: readonly PageElement[]): AppError {
  const lines = linesOf(context, found);
  const shown = lines.slice(0, MOST_NAMED);
  const more = lines.length > shown.length ? `\n… ${lines.length - shown.length} more` : '';
  return new AppError(
    'locator-not-found',
    `${found.length} elements fit ${wordsOfElement(name)}; name one by its ref, or add --nth or --in:\n${shown.join('\n')}${more}`,
    { facts: { candidates: shown }, next: 'getPageElements' },
  );
}

function noneFits(
  context: LookupContext,
  { wanted, known, type }: ElementHunt,
  elements: readonly PageElement[],
): AppError {
  const { name, nth } = wanted;
  const near = linesOf(context, nearestElements(elements, known ?? name, type).slice(0, MOST_NAMED));
  const which = nth === undefined ? '' : ` no. ${nth}`;
  const what =
    known === undefined
      ? `There is no ${wordsOfElement(name)}${which} on the page.`
      : `${wordsOfElement(name)} (${known.role} ${JSON.stringify(known.name)}) is gone.`;
  return new AppError('locator-not-found', near.length === 0 ? what : `${what} Nearest:\n${near.join('\n')}`, {
    facts: { candidates: near },
    next: 'getPageElements',
  });
}
