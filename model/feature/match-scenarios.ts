import { type FeatureCode, ScenarioCode } from '../names/codes.ts';
import type { ScenarioEntry } from '../project/features-file.ts';
import type { Scenario } from './feature.ts';

/**
 * The codes of a feature's scenarios: each keeps the one that it had, known by its issue key, else by its exact name, else
 * by its place between those that are known. What is not there any more is kept as gone.
 */
export function matchScenarios(
  featureCode: FeatureCode,
  scenarios: readonly Scenario[],
  before: readonly ScenarioEntry[],
): ScenarioEntry[] {
  const matcher = new ScenarioMatcher(scenarios, before);
  matcher.match(({ issueKeys: [key] }) => key && `key ${key}`);
  matcher.match(({ name }) => `name ${name}`);
  matcher.matchPlaces();
  let last = before.reduce((most, { scenario }) => Math.max(most, numberOf(scenario)), 0);
  const present = scenarios.map(({ name, issueKeys }, index): ScenarioEntry => {
    const scenario = matcher.found[index]?.scenario ?? ScenarioCode.parse(`${featureCode}.s${++last}`);
    return { scenario, name, ...(issueKeys.length === 0 ? {} : { issueKeys }) };
  });
  const gone = matcher.left.map((entry): ScenarioEntry => ({ ...entry, gone: true }));
  return [...present, ...gone];
}

const numberOf = (code: ScenarioCode): number => Number(code.slice(code.indexOf('.s') + 2));

interface Named {
  name: string;
  issueKeys: readonly string[];
}

class ScenarioMatcher {
  /** By position in the file. */
  readonly found: (ScenarioEntry | undefined)[];
  readonly #scenarios: readonly Scenario[];
  readonly #before: readonly ScenarioEntry[];
  readonly #taken = new Set<ScenarioEntry>();

  constructor(scenarios: readonly Scenario[], before: readonly ScenarioEntry[]) {
    this.#scenarios = scenarios;
    this.#before = before;
    this.found = scenarios.map(() => undefined);
  }

  get left(): ScenarioEntry[] {
    return this.#before.filter(entry => !this.#taken.has(entry));
  }

  /** Gives those of one word to each other, in their order; those that were in the file last come first. */
  match(wordOf: (named: Named) => string | undefined): void {
    const free = new Map<string, ScenarioEntry[]>();
    for (const entry of this.left) {
      const word = wordOf({ name: entry.name, issueKeys: entry.issueKeys ?? [] });
      if (word !== undefined) free.set(word, [...(free.get(word) ?? []), entry]);
    }
    for (const [index, scenario] of this.#scenarios.entries()) {
      if (this.found[index] !== undefined) continue;
      const word = wordOf(scenario);
      this.#take(index, word === undefined ? undefined : free.get(word)?.shift());
    }
  }

  /** Scenarios between two known ones take the codes that stood between these, in their order. */
  matchPlaces(): void {
    const present = this.#before.filter(({ gone }) => !gone);
    let place = 0;
    for (const [index] of this.#scenarios.entries()) {
      const known = this.found[index];
      if (known !== undefined) place = known.gone ? place : present.indexOf(known) + 1;
      else if (this.#isFree(present[place])) this.#take(index, present[place++]);
    }
  }

  #isFree(entry: ScenarioEntry | undefined): entry is ScenarioEntry {
    return entry !== undefined && !this.#taken.has(entry);
  }

  #take(index: number, entry: ScenarioEntry | undefined): void {
    if (entry === undefined) return;
    this.found[index] = entry;
    this.#taken.add(entry);
  }
}
