import { AstBuilder, Errors, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import {
  type Examples,
  type Feature as FeatureNode,
  IdGenerator,
  type Scenario as ScenarioNode,
  type Step as StepNode,
} from '@cucumber/messages';
import type { ExampleRow, Feature, ParseFault, Scenario, Step } from '../../model/feature/feature.ts';
import { issueKeysOf } from '../../model/feature/issue-keys.ts';
import { inWords } from './gherkin-words.ts';

export type ParsedFeature = { feature: Feature; faults?: undefined } | { feature?: undefined; faults: ParseFault[] };

const MOST_FAULTS = 10;

/** Some editors write a byte order mark. */
export const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** Reads a feature file in any language. Never throws: faults are in the result. */
export function parseFeature(text: string): ParsedFeature {
  try {
    const parser = new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher());
    const { feature } = parser.parse(withoutByteOrderMark(text));
    if (feature === undefined) return { faults: [{ line: 1, message: 'The file has no feature.' }] };
    return { feature: featureOf(feature) };
  } catch (error) {
    return { faults: faultsOf(error) };
  }
}

function faultsOf(error: unknown): ParseFault[] {
  if (error instanceof Errors.CompositeParserException && error.errors?.length > 0)
    return error.errors.slice(0, MOST_FAULTS).flatMap(faultsOf);
  const message = inWords(error instanceof Error ? error.message.replace(/^\(\d+:\d+\): /, '') : String(error));
  const line = error instanceof Errors.GherkinException ? error.location?.line : undefined;
  return [{ line, message }];
}

interface OuterBlock {
  tags: readonly string[];
  steps: readonly Step[];
}

const namesOf = (tags: readonly { name: string }[]): string[] => tags.map(({ name }) => name);

function featureOf({ name, keyword, tags, children }: FeatureNode): Feature {
  const names = namesOf(tags);
  return {
    name,
    keyword: keyword.trim(),
    tags: names,
    issueKeys: issueKeysOf(names),
    scenarios: scenariosIn(children, { tags: names, steps: [] }),
  };
}

function scenariosIn(children: FeatureNode['children'], around: OuterBlock): Scenario[] {
  let { steps } = around;
  const found: Scenario[] = [];
  for (const { background, scenario, rule } of children) {
    if (background !== undefined)
      steps = [...steps, ...background.steps.map(step => ({ ...stepOf(step), background: true }))];
    if (scenario !== undefined) found.push(scenarioOf(scenario, { ...around, steps }));
    if (rule !== undefined)
      found.push(...scenariosIn([...rule.children], { tags: [...around.tags, ...namesOf(rule.tags)], steps }));
  }
  return found;
}

function scenarioOf(node: ScenarioNode, { tags, steps }: OuterBlock): Scenario {
  const { name, keyword, location, examples } = node;
  const own = namesOf(node.tags);
  const all = [...tags, ...own];
  // As in Cucumber, a scenario without steps of its own does nothing.
  const written = node.steps.length === 0 ? [] : [...steps, ...node.steps.map(stepOf)];
  return {
    name,
    keyword: keyword.trim(),
    line: location.line,
    tags: all,
    issueKeys: issueKeysOf(own),
    steps: written.map((step, index) => ({ ...step, index })),
    ...(examples.length === 0 ? {} : { rows: examples.flatMap(table => rowsOf(table, all)) }),
  };
}

function stepOf({ keyword, text, location, dataTable, docString }: StepNode): Step {
  return {
    index: 0,
    keyword: keyword.trim(),
    text,
    line: location.line,
    table: dataTable?.rows.map(({ cells }) => cells.map(({ value }) => value)),
    docString: docString?.content,
  };
}

function rowsOf({ tags, tableHeader, tableBody }: Examples, around: readonly string[]): ExampleRow[] {
  const columns = tableHeader?.cells.map(({ value }) => value) ?? [];
  const all = [...around, ...namesOf(tags)];
  return tableBody.map(({ cells, location }) => {
    const pairs = cells.map(({ value }, index): [string, string] => [columns[index] ?? '', value]);
    // Of columns with the same name the first one counts.
    const values = Object.fromEntries(pairs.filter(([column], index) => columns.indexOf(column) === index));
    return { line: location.line, values, tags: all };
  });
}
