import { z } from 'zod';
import type { ExampleRow, ParseFault, Step } from '../../../model/feature/feature.ts';
import { ParseFault as FaultSchema } from '../../../model/feature/feature.ts';
import { bareKeysOf } from '../../../model/feature/issue-keys.ts';
import { FeatureCode, ModuleCode, ScenarioCode, TestCode } from '../../../model/names/codes.ts';
import { FEATURE_SOURCES } from '../../../model/project/features-file.ts';
import { linkOf, linksByText } from '../../../model/project/links.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { CodedFeature, CodedScenario } from '../../feature-sync/feature-catalog.ts';

const StepView = z.strictObject({
  index: z.number().int().describe('Position in the scenario, steps of backgrounds counted'),
  keyword: z.string(),
  text: z.string(),
  background: z.boolean().optional(),
  table: z.array(z.array(z.string())).optional().describe('Its data table; the test gets it as table'),
  docString: z.string().optional().describe('Its text; the test gets it as text'),
  linked: z.boolean().describe('false: red, nothing implements it'),
  moduleCode: ModuleCode.optional(),
  testCode: TestCode.optional().describe('The test that the step runs'),
  missing: TestCode.optional().describe('The test that it was linked to and that is gone'),
  missingName: z.string().optional().describe('What that test was called, where it was deleted here'),
});

const ScenarioView = z.strictObject({
  scenario: ScenarioCode,
  name: z.string(),
  keyword: z.string(),
  issueKeys: z.array(z.string()),
  tags: z.array(z.string()).optional(),
  rows: z.number().int().optional().describe('Example rows of an outline: r0, r1, …'),
  columns: z.array(z.string()).optional().describe('Of its examples'),
  rowTags: z
    .array(z.array(z.string()))
    .optional()
    .describe('Where its examples have tags of their own: those of the rows, the same ones once'),
  examples: z
    .array(z.strictObject({ values: z.record(z.string(), z.string()), tags: z.array(z.string()) }))
    .optional()
    .describe('Its rows in order, where one feature is asked for'),
  steps: z.array(StepView),
});

export const FeatureView = z.strictObject({
  featureCode: FeatureCode,
  name: z.string(),
  file: z.string().describe('Path below features/'),
  issueKeys: z.array(z.string()),
  source: z.enum(FEATURE_SOURCES),
  removed: z
    .literal(true)
    .optional()
    .describe('No longer on its server: editFeature keeps it, deleteFeature removes it'),
  scenarios: z.array(ScenarioView),
  errors: z.array(FaultSchema).optional().describe('Why the file cannot be read'),
  revision: z.string().describe('Short hash of the content'),
});
export type FeatureView = z.input<typeof FeatureView>;

export const isLinked = (content: VersionContent, { text }: Step): boolean => linkOf(content, text) !== undefined;

interface ShownVersion {
  content: VersionContent;
  keyPrefix: string | undefined;
}

interface Detail {
  scenarios: readonly CodedScenario[];
  withExamples?: boolean;
}

export function featureView(
  { content, keyPrefix }: ShownVersion,
  { entry, source, faults }: CodedFeature,
  { scenarios, withExamples = false }: Detail,
): FeatureView {
  return {
    featureCode: entry.featureCode,
    name: entry.name,
    file: source.file,
    issueKeys: bareKeysOf(entry.issueKeys ?? [], keyPrefix),
    source: entry.source,
    removed: entry.removed,
    scenarios: scenarios.map(scenario => ({
      ...scenarioView({ content, keyPrefix }, scenario),
      ...(withExamples && scenario.rows !== undefined ? { examples: examplesOf(scenario.rows) } : {}),
    })),
    ...(faults.length === 0 ? {} : { errors: faults.map((fault): ParseFault => fault) }),
    revision: source.hash,
  };
}

const scenarioView = ({ content, keyPrefix }: ShownVersion, scenario: CodedScenario): z.input<typeof ScenarioView> => ({
  scenario: scenario.scenario,
  name: scenario.name,
  keyword: scenario.keyword,
  issueKeys: bareKeysOf(scenario.issueKeys, keyPrefix),
  ...(scenario.tags.length === 0 ? {} : { tags: scenario.tags }),
  ...(scenario.rows === undefined ? {} : rowFacts(scenario.rows, scenario.tags)),
  steps: scenario.steps.map(step => stepView(content, step)),
});

function rowFacts(rows: readonly ExampleRow[], tags: readonly string[]) {
  const sets = [...new Map(rows.map(row => [row.tags.join(' '), row.tags])).values()];
  const isTagged = sets.some(set => set.join(' ') !== tags.join(' '));
  return { rows: rows.length, columns: columnsOf(rows), ...(isTagged ? { rowTags: sets } : {}) };
}

const examplesOf = (rows: readonly ExampleRow[]) => rows.map(({ values, tags }) => ({ values, tags }));

const columnsOf = (rows: readonly ExampleRow[]): string[] => [
  ...new Set(rows.flatMap(({ values }) => Object.keys(values))),
];

function stepView(content: VersionContent, step: Step): z.input<typeof StepView> {
  const { line: _line, ...view } = step;
  return {
    ...view,
    ...linkView(content, step.text),
  };
}

function linkView(
  content: VersionContent,
  text: string,
): Pick<z.input<typeof StepView>, 'linked' | 'missing' | 'missingName' | 'moduleCode' | 'testCode'> {
  const link = linksByText(content).get(text);
  if (link === undefined) return { linked: false };
  const module = content.moduleOf(link.testCode);
  const { testCode, testName } = link;
  if (module === undefined) return { linked: false, missing: testCode, missingName: testName };
  return { linked: true, moduleCode: module.moduleCode, testCode: link.testCode };
}
