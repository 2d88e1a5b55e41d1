/** Resolves the choice of a CI script to codes, which survive renames, and to all items that it runs. */
import { AppError } from '../../model/errors/errors.ts';
import { ModuleCode, TestReference } from '../../model/names/codes.ts';
import { counted } from '../../model/names/counted.ts';
import { findTest } from '../../model/project/edits/tests.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import type { PlannedItem } from '../../model/protocol/bridge.ts';
import { parseTagExpression } from '../../model/values/tag-expression.ts';
import { catalogOf, type FeatureCatalog } from '../feature-sync/feature-catalog.ts';
import { findFeature, findScenario } from '../feature-sync/find-feature.ts';
import { plannedKey } from '../runs/plan/item-names.ts';
import { planScenarios, type ScenarioTarget } from '../runs/plan/plan-scenarios.ts';
import { emptySuite, findForSuites, suitesAmong, testsIn } from '../runs/plan/plan-suite.ts';
import type { RunTarget } from '../runs/plan/run-request.ts';
import { selectWords } from '../runs/plan/select-words.ts';

/** Codes or names; nothing named means everything but suites. */
export interface CiChoice {
  suite?: string | undefined;
  test?: string | undefined;
  tests?: readonly string[] | undefined;
  features?: readonly string[] | undefined;
  scenarios?: readonly string[] | undefined;
  tags?: string | undefined;
}

interface ChosenTests {
  title: string;
  suite?: string | undefined;
  codes: readonly string[];
  targets: readonly RunTarget[];
  scenarios: readonly ScenarioTarget[];
  /** Filters what suites hold. */
  keep(item: Pick<PlannedItem, 'test' | 'scenario'>): boolean;
  counts: { tests: number; scenarios: number; redScenarios: number };
  warnings: readonly string[];
}

/** Errors: `not-found`, `invalid-params`, `invalid-project` where there is nothing to run. */
export async function chooseTests(content: VersionContent, choice: CiChoice): Promise<ChosenTests> {
  const catalog = await catalogOf(content);
  const suite = suiteOf(content, choice);
  const codes = suite === undefined ? codesOf(content, catalog, choice) : [suite.test.testCode];
  const isChosen = choice.tags === undefined ? () => true : parseTagExpression(safeTags(choice.tags));
  const { targets, scenarios } =
    suite === undefined ? selectWords({ content, catalog }, codes, isChosen) : { targets: [suite], scenarios: [] };
  const keep: ChosenTests['keep'] = ({ test, scenario }) =>
    suite === undefined || isChosen(scenario?.tags ?? test.tags ?? []);
  const { counts, warnings } = await countsOf(content, { targets, scenarios, keep });
  if (counts.tests + counts.scenarios === 0) throw nothingIn(suite, choice.tags, warnings);
  const title = titleOf(suite, codes, choice.tags);
  const what = suite === undefined ? { codes } : { suite: suite.test.testCode, codes: [] };
  return { title, ...what, targets, scenarios, keep, counts, warnings };
}

function nothingIn(suite: RunTarget | undefined, tags: string | undefined, warnings: readonly string[]): AppError {
  if (suite === undefined)
    return new AppError('invalid-project', 'Nothing is chosen by this: no test and no scenario would run.', {
      field: 'tags',
      next: 'getTests',
    });
  const { testCode } = suite.test;
  if (tags !== undefined)
    return new AppError('invalid-project', `Nothing in the suite ${testCode} is tagged ${tags}.`, { field: 'tags' });
  return emptySuite(testCode, warnings, 'suite');
}

/** A test of the type suite counts as the suite, too. */
function suiteOf(content: VersionContent, choice: CiChoice): RunTarget | undefined {
  const { suite, test, tests = [], features = [], scenarios = [] } = choice;
  const field = suite === undefined ? 'test' : 'suite';
  const word = suite ?? test;
  if (word === undefined) return undefined;
  const found = testNamed(content, word, field);
  const others = [...(suite === undefined ? [] : [test]), ...tests, ...features, ...scenarios];
  if (found.test.type !== 'suite') {
    if (suite === undefined) return undefined;
    throw new AppError('invalid-params', `${found.test.testCode} “${found.test.name}” is no suite.`, {
      field,
      expected: 'a test of the type suite; give other tests as "test"',
    });
  }
  if (others.some(other => other !== undefined))
    throw new AppError('invalid-params', 'A suite runs by itself: leave out the other tests, features and scenarios.', {
      field,
    });
  return found;
}

function testNamed(content: VersionContent, word: string, field: string): RunTarget {
  const reference = TestReference.safeParse(word);
  if (reference.success) return findTest(content, reference.data, undefined, { module: field, test: field });
  const all = [...content.modules.values()].flatMap(module => module.tests.map(test => ({ module, test })));
  const found = all.filter(({ test }) => test.name.toLowerCase() === word.toLowerCase());
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only === undefined)
    throw new AppError('not-found', `No test is named "${word}". Call getTests to list all.`, {
      field,
      next: 'getTests',
    });
  const codes = found.map(({ test }) => test.testCode).join(', ');
  throw new AppError('invalid-params', `Several tests are named "${word}": ${codes}. Give the code.`, { field });
}

function codesOf(content: VersionContent, catalog: FeatureCatalog, choice: CiChoice): string[] {
  const { test, tests = [], features = [], scenarios = [] } = choice;
  const modules = (word: string) => ModuleCode.safeParse(word).success && content.modules.has(ModuleCode.parse(word));
  const ofTests = [...(test === undefined ? [] : [test]), ...tests].map(word =>
    modules(word) ? word : testNamed(content, word, test === word ? 'test' : 'tests').test.testCode,
  );
  const ofFeatures = features.map((word, index) => findFeature(catalog, word, `features[${index}]`).entry.featureCode);
  const ofScenarios = scenarios.map((word, index) => {
    const { scenario, row } = findScenario(catalog, word, `scenarios[${index}]`);
    return row === undefined ? scenario.scenario : `${scenario.scenario}.r${row}`;
  });
  return [...new Set([...ofTests, ...ofFeatures, ...ofScenarios])];
}

/** Every CI server expands special characters of its own; tags need none of them. */
function safeTags(tags: string): string {
  if (!/['"`$\\{}<>;&|!*?]|[^\S ]|\p{Cc}/u.test(tags)) return tags;
  throw new AppError(
    'invalid-params',
    `The tags ${tags} cannot stand in a script: leave out quotes and special signs.`,
    {
      field: 'tags',
      expected: 'an expression such as "@smoke and not @slow"',
    },
  );
}

async function countsOf(
  content: VersionContent,
  { targets, scenarios, keep }: Pick<ChosenTests, 'targets' | 'scenarios' | 'keep'>,
): Promise<Pick<ChosenTests, 'counts' | 'warnings'>> {
  const found = await findForSuites(content, targets);
  const items = [...planScenarios(content, { scenarios }), ...found.items.filter(keep)];
  const planned = [...new Map(items.map(item => [plannedKey(item), item])).values()];
  const red = planned.filter(({ scenario }) => scenario?.steps.some(({ plug }) => plug === undefined));
  const held = suitesAmong(content, targets).flatMap(suite => testsIn(content, suite));
  const all = [...[...targets, ...found.tests].map(({ test }) => test), ...held];
  const tests = new Set(all.filter(test => test.type !== 'suite' && keep({ test })));
  const counts = { tests: tests.size, scenarios: planned.length, redScenarios: red.length };
  return { counts, warnings: found.warnings };
}

function titleOf(suite: RunTarget | undefined, codes: readonly string[], tags: string | undefined): string {
  const tagged = tags === undefined ? '' : ` tagged ${tags}`;
  if (suite !== undefined) return `the suite ${suite.test.testCode} (${plainName(suite.test.name)})${tagged}`;
  if (codes.length === 0) return `all tests and scenarios${tagged}`;
  return codes.length > 8 ? `${counted(codes.length, 'item')}${tagged}` : `${codes.join(', ')}${tagged}`;
}

/** Text in a comment must not end it, nor mean anything to a CI server. */
const plainName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}.,:()_-]+/gu, ' ').trim() || 'unnamed';
