import { stripVTControlCharacters } from 'node:util';
import { formatFrame, formatLocator } from '../../../model/locator/format-locator.ts';
import type { Locator, LocatorStep } from '../../../model/locator/locator.ts';

interface LocatorFault {
  /** e.g. `2 frames match frameLocator('iframe') on http://…; exactly one is needed.` */
  message: string;
  /** Replacements for the locator at fault, each for one of the elements or frames that fit. */
  candidates: string[];
}

interface FaultPlace {
  locator: Locator;
  subject: string;
  url: string;
}

const MOST_CANDIDATES = 5;
const MOST_SHOWN = 80;

export function readLocatorFault(error: Error, place: FaultPlace): LocatorFault | undefined {
  const message = stripVTControlCharacters(error.message);
  return several(message, place) ?? noFrame(message, place);
}

function several(message: string, { locator, subject, url }: FaultPlace): LocatorFault | undefined {
  const [, part = '', count, list = ''] =
    /strict mode violation: ([^\n]*) resolved to (\d+) elements:?\n((?:\s+\d+\) [^\n]*\n?)*)/.exec(message) ?? [];
  if (count === undefined) return undefined;
  const parts = partsOf(locator);
  // Playwright names only the part of the locator within one document.
  const found = parts.findIndex(steps => formatLocator({ steps }) === part);
  const at = found < 0 ? parts.length - 1 : found;
  const own = [...list.matchAll(/ aka (.*)$/gm)].map(match => match[1] ?? '').slice(0, MOST_CANDIDATES);
  const what = at < parts.length - 1 ? `frames match ${wayTo(parts, at)}` : `elements match ${subject}`;
  return {
    message: `${count} ${what} on ${url}; exactly one is needed.`,
    candidates: own.map(text => [...before(parts, at), text, ...after(parts, at)].join('.')),
  };
}

function noFrame(message: string, { locator, url }: FaultPlace): LocatorFault | undefined {
  const [, selector = '', found] = /Selector "(.*)" resolved to ([\s\S]*), <iframe> was expected/.exec(message) ?? [];
  if (found === undefined) return undefined;
  const parts = partsOf(locator);
  const at = parts.findIndex(steps =>
    steps.some(step => step.kind === 'selector' && selector.startsWith(step.selector)),
  );
  const shown = found.length > MOST_SHOWN ? `${found.slice(0, MOST_SHOWN)}…` : found;
  const way = wayTo(parts, Math.max(at, 0));
  return { message: `${way} on ${url} leads to ${shown}, which is not a frame.`, candidates: [] };
}

type DocumentPart = readonly LocatorStep[];

function partsOf({ steps }: Locator): DocumentPart[] {
  const parts: LocatorStep[][] = [[]];
  for (const step of steps) {
    if (step.kind === 'contentFrame') parts.push([]);
    else parts.at(-1)?.push(step);
  }
  return parts;
}

const joined = (parts: readonly DocumentPart[]): LocatorStep[] =>
  parts.flatMap((steps, index) => (index === 0 ? steps : [{ kind: 'contentFrame' } as const, ...steps]));

const wayTo = (parts: readonly DocumentPart[], at: number): string =>
  formatFrame({ steps: joined(parts.slice(0, at + 1)) });

function before(parts: readonly DocumentPart[], at: number): string[] {
  const [first] = parts[0] ?? [];
  if (at <= 0) return first?.kind === 'anyFrame' ? [formatLocator({ steps: [first] })] : [];
  return [formatLocator({ steps: [...joined(parts.slice(0, at)), { kind: 'contentFrame' }] })];
}

function after(parts: readonly DocumentPart[], at: number): string[] {
  if (at < 0 || at >= parts.length - 1) return [];
  return ['contentFrame()', formatLocator({ steps: joined(parts.slice(at + 1)) })];
}
