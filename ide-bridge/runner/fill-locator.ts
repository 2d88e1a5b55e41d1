import type { Locator, LocatorStep, TextMatch } from '../../model/locator/locator.ts';
import { parseLocator } from '../../model/locator/parse-locator.ts';

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

/** Parses a locator and fills `{{ … }}` in its texts. Values go into parsed steps, so no quote in them can break out. */
export async function fillLocator(text: string, fill: FillText): Promise<Locator> {
  const locator = parseOnce(text);
  return text.includes('{{') ? fillSteps(locator, fill) : locator;
}

async function fillSteps({ steps }: Locator, fill: FillText): Promise<Locator> {
  const filled: LocatorStep[] = [];
  for (const step of steps) filled.push(await fillStep(step, fill));
  return { steps: filled };
}

async function fillStep(step: LocatorStep, fill: FillText): Promise<LocatorStep> {
  if ('locator' in step) return { ...step, locator: await fillSteps(step.locator, fill) };
  if (step.kind === 'role') return step.name === undefined ? step : { ...step, name: await fillMatch(step.name, fill) };
  if ('text' in step) return { ...step, text: await fillMatch(step.text, fill) };
  return step.kind === 'selector' ? { ...step, selector: await fill(step.selector) } : step;
}

const fillMatch = async (match: TextMatch, fill: FillText): Promise<TextMatch> =>
  typeof match === 'string' ? fill(match) : match;
