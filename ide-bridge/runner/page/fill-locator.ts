import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { formatLocator, formatValue } from '../../../model/locator/format-locator.ts';
import type { Locator, LocatorStep, TextMatch } from '../../../model/locator/locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { canonicalRegex } from '../../../model/locator/parse-notation.ts';
import { escapeForPattern } from '../../../model/values/pattern.ts';
import { fillExpressions } from '../../../model/values/template.ts';

type FillText = (text: string) => Promise<string>;

const parsed = new Map<string, Locator>();
const REMEMBERED = 2_000;

function parseOnce(text: string): Locator {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const locator = parseLocator(text);
  if (parsed.size >= REMEMBERED) parsed.clear();
  parsed.set(text, locator);
  return locator;
}

/**
 * Values are put into parsed steps, so no quote in them can break out. Errors: `invalid-params` where a value does not
 * fit, e.g. no number for `nth`.
 */
export async function fillLocator(text: string, fill: FillText): Promise<Locator> {
  const locator = parseOnce(text);
  if (!text.includes('{{')) return locator;
  const filled = await fillSteps(locator, fill);
  return hasComputed(locator) ? readAgain(formatLocator(filled)) : filled;
}

function readAgain(text: string): Locator {
  try {
    return parseLocator(text);
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw new AppError(error.kind, `With its values the locator is ${text}. ${error.message}`, { cause: error });
  }
}

const hasComputed = ({ steps }: Locator): boolean =>
  steps.some(step => step.computed !== undefined || ('locator' in step && hasComputed(step.locator)));

async function fillSteps({ steps }: Locator, fill: FillText): Promise<Locator> {
  const filled: LocatorStep[] = [];
  for (const step of steps) {
    const texts = await fillStep(step, fill);
    if (step.computed === undefined) filled.push(texts);
    else filled.push({ ...texts, computed: await fillComputed(step.computed, fill) });
  }
  return { steps: filled };
}

async function fillComputed(computed: Readonly<Record<string, string>>, fill: FillText) {
  const filled: Record<string, string> = {};
  for (const [name, text] of Object.entries(computed)) filled[name] = formatValue(await fill(text));
  return filled;
}

async function fillStep(step: LocatorStep, fill: FillText): Promise<LocatorStep> {
  if ('locator' in step) return { ...step, locator: await fillSteps(step.locator, fill) };
  if (step.kind === 'role') {
    const { name, description } = step;
    return {
      ...step,
      ...(name === undefined ? {} : { name: await fillMatch(name, fill) }),
      ...(description === undefined ? {} : { description: await fillMatch(description, fill) }),
    };
  }
  if ('text' in step) return { ...step, text: await fillMatch(step.text, fill) };
  return step.kind === 'selector' ? { ...step, selector: await fill(step.selector) } : step;
}

async function fillMatch(match: TextMatch, fill: FillText): Promise<TextMatch> {
  if (typeof match === 'string') return fill(match);
  if (!match.source.includes('{{')) return match;
  const source = await fillExpressions(match.source, async part => escapeForPattern(await fill(part)));
  return canonicalRegex(source, match.flags);
}
