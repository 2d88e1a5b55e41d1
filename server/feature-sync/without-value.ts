import type { ExampleRow, Step } from '../../model/feature/feature.ts';
import { stepValues } from '../../model/feature/fill-step.ts';
import type { LinkParameters } from '../../model/project/link.ts';
import type { Test } from '../../model/project/test.ts';
import type { CodedScenario, FeatureCatalog } from './feature-catalog.ts';

interface TextLink {
  text: string;
  test: Pick<Test, 'parameters'> | undefined;
  parameters?: LinkParameters | undefined;
}

/** Parameters without a default for which some step of the text has no value. */
export function withoutValue(catalog: FeatureCatalog, { text, test, parameters }: TextLink): string[] {
  const names = (test?.parameters ?? []).flatMap(({ name, default: value }) => (value === undefined ? [name] : []));
  if (names.length === 0) return [];
  const uses = catalog.flatMap(({ scenarios }) => scenarios.flatMap(scenario => usesIn(scenario, text)));
  const hasValue = (name: string) =>
    uses.every(({ step, cells }) => Object.hasOwn(stepValues([name], step, { cells, parameters }), name));
  return names.filter(name => !hasValue(name));
}

/** The steps with this text, for each example row. */
const usesIn = ({ steps, rows }: CodedScenario, text: string): { step: Step; cells: ExampleRow['values'] }[] =>
  steps
    .filter(step => step.text === text)
    .flatMap(step =>
      step.background || rows === undefined ? { step, cells: {} } : rows.map(({ values }) => ({ step, cells: values })),
    );
