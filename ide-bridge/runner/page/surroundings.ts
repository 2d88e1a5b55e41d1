import type { Page } from 'playwright';
import { likeness, nearestNames } from '../../../model/errors/nearest.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { readsAsWords } from '../../../model/locator/locator-words.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import type { CallOptions, PageElement } from '../../../model/protocol/app-window.ts';
import { missingFrame } from '../../browser/elements/element-fault.ts';
import { pageElements } from '../../browser/elements/page-elements.ts';
import { pickElement } from '../../browser/elements/pick-element.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { connect } from '../../browser/session/page-connection.ts';

export interface Surroundings {
  candidates: string[];
  missingFrame?: string | undefined;
  shadow?: string | undefined;
}

/** Enough to find that a frame does not answer, and to list the rest. */
const LOOK_LIMIT_MS = 9_000;
export const MOST_LOOKED_AT = 1_000;
const SHOWN = 3;
const MOST_OTHERS = 5;

function wordsOf(locator: Locator): { role?: string; words?: string } {
  for (const step of [...locator.steps].reverse()) {
    if (step.kind === 'role')
      return { role: step.role, ...(typeof step.name === 'string' ? { words: step.name } : {}) };
    if ('text' in step && typeof step.text === 'string') return { words: step.text };
    if (step.kind === 'selector' && readsAsWords(step.selector)) return { words: step.selector };
  }
  return {};
}

export async function surroundings(session: AppSession, locator: Locator, signal: AbortSignal): Promise<Surroundings> {
  const options = { signal, timeoutMs: LOOK_LIMIT_MS };
  const [candidates, frame, shadow] = await Promise.all([
    closeMatches(session, locator, options).catch(() => []),
    missingFrame(session, locator, options).catch(() => undefined),
    closedShadow(session, locator).catch(() => undefined),
  ]);
  return { candidates, missingFrame: frame, shadow };
}

interface PiercedNode {
  localName: string;
  nodeValue: string;
  attributes?: string[];
  children?: PiercedNode[];
  shadowRoots?: (PiercedNode & { shadowRootType?: string })[];
}

async function closedShadow(session: AppSession, locator: Locator): Promise<string | undefined> {
  const last = locator.steps.at(-1);
  const words = last?.kind === 'selector' ? /^[#.]?([\w-]+)$/.exec(last.selector)?.[1] : wordsOf(locator).words;
  if (words === undefined) return undefined;
  const connection = await connect(session.requirePage());
  const { root } = await connection.send('DOM.getDocument', { depth: -1, pierce: true });
  const host = closedHost(root, words.toLowerCase());
  return host && `It may be in the closed shadow root of <${host.localName}>, which no locator reaches.`;
}

function closedHost(node: PiercedNode, words: string): PiercedNode | undefined {
  const { shadowRoots = [], children = [] } = node;
  if (shadowRoots.some(root => root.shadowRootType === 'closed' && says(root, words))) return node;
  for (const inner of [...shadowRoots, ...children]) {
    const host = closedHost(inner, words);
    if (host !== undefined) return host;
  }
  return undefined;
}

const says = (
  { localName, nodeValue, attributes = [], children = [], shadowRoots = [] }: PiercedNode,
  words: string,
): boolean =>
  [localName, nodeValue, ...attributes].some(text => text.toLowerCase().includes(words)) ||
  [...children, ...shadowRoots].some(inner => says(inner, words));

async function closeMatches(session: AppSession, locator: Locator, options: CallOptions): Promise<string[]> {
  const { role, words } = wordsOf(locator);
  if (role === undefined && words === undefined) return [];
  const query = { interactiveOnly: false, limit: MOST_LOOKED_AT, boxes: false };
  const { elements } = await pageElements(session, query, options);
  return nearestElements(elements, locator);
}

export function nearestElements(listed: readonly PageElement[], locator: Locator): string[] {
  const { role, words } = wordsOf(locator);
  if (role === undefined && words === undefined) return [];
  const alike = role === undefined ? listed : listed.filter(element => element.role === role);
  const near = words === undefined ? alike : [...namesakes(listed, words, role), ...nearNames(alike, words)];
  return [...new Set(near.map(element => element.locator))].slice(0, MOST_OTHERS);
}

/** An element of another role that has the very name: a link that became a button. Those of the role come first. */
function namesakes(listed: readonly PageElement[], words: string, role: string | undefined): PageElement[] {
  const same = listed.filter(({ name }) => plain(name) === plain(words));
  return same.toSorted((one, other) => Number(other.role === role) - Number(one.role === role));
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

function nearNames(elements: readonly PageElement[], words: string): PageElement[] {
  const names = [...new Set(elements.map(({ name }) => name))].filter(name => name !== '');
  const near = [...nearestNames(words, names, SHOWN), ...names.filter(name => likeness(name, words) >= ALIKE)];
  return near.flatMap(wanted => elements.filter(({ name }) => name === wanted));
}

/** One of two words in common: “Sign out” may be what was “Log out”. */
const ALIKE = 1 / 3;

/**
 * Undefined where nothing covers the element any more, or no locator finds it. Errors: those of a page that is gone.
 */
export async function coveringElement(
  session: AppSession,
  covered: Locator,
  signal: AbortSignal,
): Promise<string | undefined> {
  const page = session.requirePage();
  const element = session.locate(covered, page);
  const box = await element.boundingBox({ timeout: LOOK_LIMIT_MS, signal });
  if (box === null) return undefined;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const picked = await pickElement(session, middle, { signal, timeoutMs: LOOK_LIMIT_MS });
  if (picked === undefined || (await holds(session, page, { outer: parseLocator(picked.locator), inner: covered })))
    return undefined;
  return picked.locator;
}

/** Elements of different documents do not contain each other. */
async function holds(
  session: AppSession,
  page: Page,
  { outer, inner }: { outer: Locator; inner: Locator },
): Promise<boolean> {
  const limit = { timeout: LOOK_LIMIT_MS };
  try {
    const held = await session.locate(inner, page).elementHandle(limit);
    return await session.locate(outer, page).evaluate((node, other) => node.contains(other), held, limit);
  } catch {
    return false;
  }
}
