import { AppError } from '../../../model/errors/errors.ts';
import { nearestNames } from '../../../model/errors/nearest.ts';
import { TestReference } from '../../../model/names/codes.ts';
import { findTest } from '../../../model/project/edits/tests.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import { scenarioReference } from '../../../model/run/item-title.ts';
import { parseTagExpression } from '../../../model/values/tag-expression.ts';
import { catalogOf, type FeatureCatalog } from '../../feature-sync/feature-catalog.ts';
import { findScenario } from '../../feature-sync/find-feature.ts';
import { failedLast } from '../record/item-histories.ts';
import type { RunArchive } from '../record/run-archive.ts';
import { changedSince } from './changed-tests.ts';
import { fullScenarioTitle, fullTestTitle } from './item-names.ts';
import type { ScenarioTarget } from './plan-scenarios.ts';
import { findForSuites } from './plan-suite.ts';
import type { RunTarget } from './run-request.ts';
import { type Selected, selectWords } from './select-words.ts';

export interface RunChoice {
  /** Codes or names; without any, and without suites, all. */
  words: readonly string[];
  /** Codes or names. */
  suites?: readonly string[] | undefined;
  /** An expression such as `@smoke and not @slow`. */
  tags?: string | undefined;
  /** A regular expression for full titles: `module › test`, `feature › scenario`. */
  grep?: string | undefined;
  isFailed?: boolean | undefined;
  /** A commit, branch or tag. */
  changedSince?: string | undefined;
}

interface SelectionPlace {
  content: VersionContent;
  folder: string;
  runs: RunArchive;
  signal: AbortSignal;
}

export interface RunSelection extends Selected {
  /** Items in suites are known only once the run is planned. */
  keep(item: PlannedItem): boolean;
}

/** Each once. Errors: `not-found`, `invalid-params`, `invalid-project`. */
export async function selectRun(place: SelectionPlace, wanted: RunChoice): Promise<RunSelection> {
  const { content } = place;
  const { words, suites = [], tags } = wanted;
  const isTagged = tags === undefined ? () => true : parseTagExpression(tags);
  const matches = titleMatcher(wanted.grep);
  const catalog = await catalogOf(content);
  const named = suites.map(word => findSuite(content, word));
  const byWords = words.length === 0 && named.length > 0 ? NOTHING : selectWords({ content, catalog }, words, isTagged);
  const hasOutcome = await outcomeFilter(place, wanted);
  const isTestChosen = (target: RunTarget) => matches(fullTestTitle(content, target)) && hasOutcome.test(target);
  const isScenarioChosen = (target: ScenarioTarget) =>
    matches(fullScenarioTitle(target)) && hasOutcome.scenario(target);
  const isSuite = ({ test }: RunTarget) => test.type === 'suite';
  // By identity, not by code: a merge may have given one code to two tests.
  const all = new Map([...named, ...byWords.targets].map(target => [target.test, target]));
  const targets = [...all.values()].filter(target => isSuite(target) || isTestChosen(target));
  const { warnings } = await findForSuites(content, targets);
  return {
    targets,
    scenarios: byWords.scenarios.filter(isScenarioChosen),
    warnings: [...byWords.warnings, ...warnings],
    keep(item) {
      if (named.length > 0 && !isTagged(item.scenario?.tags ?? item.test.tags ?? [])) return false;
      return item.scenario ? isScenarioChosen(targetOf(catalog, item.scenario)) : isTestChosen(item);
    },
  };
}

const NOTHING: Selected = { targets: [], scenarios: [], warnings: [] };

/** Errors: `not-found`. */
export const targetOf = (catalog: FeatureCatalog, scenario: NonNullable<PlannedItem['scenario']>): ScenarioTarget =>
  findScenario(catalog, scenarioReference(scenario));

function titleMatcher(pattern: string | undefined): (title: string) => boolean {
  if (pattern === undefined) return () => true;
  const [, inner, flags] = /^\/(.+)\/([imsu]*)$/s.exec(pattern) ?? [];
  try {
    const expression = new RegExp(inner ?? pattern, flags ?? '');
    return title => expression.test(title);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('invalid-params', `--grep: ${reason}.`, {
      field: '--grep',
      expected: 'e.g. "log ?in", or "/basket/i" for any case',
      cause,
    });
  }
}

function findSuite(content: VersionContent, word: string): RunTarget {
  const reference = TestReference.safeParse(word);
  if (reference.success) {
    const found = findTest(content, reference.data);
    if (found.test.type === 'suite') return found;
    throw new AppError('invalid-params', `${word} is no suite but a test: name it without --suite.`, {
      field: '--suite',
    });
  }
  const suites = [...content.modules.values()].flatMap(module =>
    module.tests.flatMap(test => (test.type === 'suite' ? [{ module, test }] : [])),
  );
  const [first, ...others] = suites.filter(({ test }) => test.name.toLowerCase() === word.toLowerCase());
  if (first === undefined)
    throw noSuite(
      word,
      suites.map(({ test }) => test),
    );
  if (others.length === 0) return first;
  const codes = [first, ...others].map(({ test }) => test.testCode).join(', ');
  throw new AppError('invalid-params', `Several suites are named "${word}": ${codes}. Give the code.`, {
    field: '--suite',
  });
}

function noSuite(word: string, suites: readonly Test[]): AppError {
  const close = nearestNames(
    word,
    suites.map(({ name }) => name),
    1,
  );
  const hint = close.length === 0 ? '' : ` Did you mean "${close[0]}"?`;
  const none = suites.length === 0 ? ' The version has no suites.' : '';
  return new AppError('not-found', `No suite is named "${word}".${hint}${none}`, { field: '--suite' });
}

interface OutcomeFilter {
  test(target: RunTarget): boolean;
  scenario(target: ScenarioTarget): boolean;
}

async function outcomeFilter(
  { content, folder, runs, signal }: SelectionPlace,
  { isFailed = false, changedSince: commit }: RunChoice,
): Promise<OutcomeFilter> {
  const failed = isFailed ? await failedLast(runs, content.version.versionId) : undefined;
  const changes = commit === undefined ? undefined : await changedSince(content, { folder, commit, signal });
  return {
    test: target => (failed?.has(target.test.testCode) ?? true) && (changes?.test(target) ?? true),
    scenario: target => (failed?.has(referenceOf(target)) ?? true) && (changes?.scenario(target) ?? true),
  };
}

const referenceOf = ({ scenario, row }: ScenarioTarget): string =>
  scenarioReference({ scenario: scenario.scenario, row });
