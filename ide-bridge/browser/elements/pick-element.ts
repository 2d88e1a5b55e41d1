import type { Locator, Page } from 'playwright';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import type { CallOptions, ElementContent, LocatorMatches, PageElement } from '../../../model/protocol/app-window.ts';
import { controlAt } from '../../page/elements/control-at.ts';
import { inputLimits } from '../../page/fields/field-state.ts';
import { countPlaceholders } from '../../page/fields/lists.ts';
import { elementAt, type PlacedElement, type Point } from '../reading/element-at.ts';
import { refsAround } from '../reading/element-refs.ts';
import type { AppSession } from '../session/app-session.ts';
import { ANSWER_LIMIT_MS, askPage } from '../session/page-calls.ts';
import { optionsOf } from './choose-elements.ts';
import { locateInAllWays, locateNodes } from './element-locators.ts';
import { toElement } from './page-elements.ts';
import { pageQuestions } from './page-questions.ts';
import type { PageNode } from './page-tree.ts';
import { readFrames } from './read-frames.ts';

/** Farther out there are only containers, which nobody points at. */
const MOST_AROUND = 6;

/** Errors: those of a page that is gone. */
export const pickable = (page: Page, place: Point): Promise<PlacedElement | undefined> =>
  elementAt(page, place, { target: controlAt });

/**
 * Undefined where there is no element, or none that a locator finds. Errors: `app-not-open`, `timeout`, `browser-lost`.
 */
export const pickElement = (
  session: AppSession,
  place: Point,
  options: CallOptions,
): Promise<PageElement | undefined> => describePicked(session, page => pickable(page, place), options);

export async function describePicked(
  session: AppSession,
  find: (page: Page) => Promise<PlacedElement | undefined>,
  { signal, timeoutMs = ANSWER_LIMIT_MS }: CallOptions,
): Promise<PageElement | undefined> {
  const page = session.requirePage();
  return await askPage(session, { signal, timeoutMs }, async until => {
    const found = await find(page);
    if (found === undefined) return undefined;
    const questions = pageQuestions(session, page, { signal: until, timeoutMs });
    const frame = await found.element.ownerFrame();
    const wanted = frame === null ? [] : [frame];
    const { frames } = await readFrames(questions, { boxes: false, wanted });
    const refs = await refsAround(found.element);
    const known = new Map(
      frames.flatMap(({ nodes }) => nodes.map((node): [string, PageNode] => [node.ref ?? '', node])),
    );
    const nodes = refs.slice(0, MOST_AROUND).flatMap(ref => known.get(ref) ?? []);
    const locators = await locateNodes(nodes, questions);
    const node = nodes.find(each => locators.has(each));
    const [[, element] = []] = node === undefined ? [] : toElement(node, locators.get(node), false);
    if (node === undefined || element === undefined) return undefined;
    const { alone, plain, besideText } = await locateInAllWays(found.element, node, questions);
    const [locator = element.locator, ...fallbacks] = alone;
    const matches = await countAll(session, page, [...new Set([locator, ...fallbacks, ...plain, ...besideText])]);
    const content = await contentOf(node, session.locate(parseLocator(locator), page));
    const others = fallbacks.length === 0 ? {} : { fallbacks };
    return { ...element, locator, ...others, matches, content, box: rounded(found.box) };
  });
}

const MOST_TEXT = 2_000;
const MOST_OPTIONS = 200;
const CONTENT_LIMIT_MS = 1_000;

/** Leaves out what the page does not answer in time. */
async function contentOf(node: PageNode, element: Locator): Promise<ElementContent> {
  const limit = { timeout: CONTENT_LIMIT_MS };
  const readText = () => element.textContent(limit).catch(() => null);
  const readValue = () => element.inputValue(limit).catch(() => null);
  const isField = FIELDS.has(node.role) && !node.isEditable;
  const options = optionsOf(node).filter(({ ref }) => ref === undefined);
  const [text, value, input, placeholders] = await Promise.all([
    isField ? null : readText(),
    isField && !node.isSecret ? readValue() : null,
    isField || node.role === 'button' ? readInput(element, limit) : undefined,
    options.length === 0 ? 0 : element.evaluate(countPlaceholders, undefined, limit).catch(() => 0),
  ]);
  const words = text?.replace(/\s+/g, ' ').trim().slice(0, MOST_TEXT) ?? '';
  return {
    ...(words === '' ? {} : { text: words }),
    ...(value === null ? {} : { value: value.slice(0, MOST_TEXT) }),
    ...(options.length === 0 ? {} : { options: options.slice(0, MOST_OPTIONS).map(({ name }) => name) }),
    ...(placeholders === 0 ? {} : { placeholders }),
    ...(node.isSecret ? { isPassword: true } : {}),
    ...(node.isEditable ? { isEditable: true } : {}),
    ...(input === undefined ? {} : { input }),
  };
}

/** Inputs that accept only text in one notation, or files. */
const NOTED = ['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range', 'number', 'file'];
const MOST_LIMIT = 100;

async function readInput(element: Locator, limit: { timeout: number }): Promise<ElementContent['input']> {
  const [type = '', ...limits] = await element.evaluate(inputLimits, undefined, limit).catch(() => []);
  if (!NOTED.includes(type)) return undefined;
  const [min = '', max = '', step = ''] = limits.map(text => (text.length > MOST_LIMIT ? '' : text));
  return { type, ...(min && { min }), ...(max && { max }), ...(step && { step }) };
}

const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox', 'listbox']);

const countAll = (session: AppSession, page: Page, locators: readonly string[]): Promise<LocatorMatches[]> =>
  Promise.all(
    locators.map(async locator => ({ locator, count: await session.locate(parseLocator(locator), page).count() })),
  );

const rounded = ({ x, y, width, height }: PlacedElement['box']): PlacedElement['box'] => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});
