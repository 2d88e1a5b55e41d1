/** Which tests steps are linked to, as features say, and which they might be. Pure. */
import type { ProjectSnapshot, TestHeader } from '../../model/protocol/channel/project-view.ts';
import type { FeatureEntry, FeatureStep } from './tool-replies.ts';

export type LinkedTest = Pick<TestHeader, 'moduleCode' | 'testCode'>;

/** All steps of a text with the link, or without one. */
export function withLink(
  features: readonly FeatureEntry[],
  text: string,
  test: LinkedTest | undefined,
): readonly FeatureEntry[] {
  const linked = (step: FeatureStep): FeatureStep => {
    const { index, keyword } = step;
    return step.text === text ? { index, keyword, text, linked: test !== undefined, ...test } : step;
  };
  return features.map(feature => ({
    ...feature,
    scenarios: feature.scenarios.map(scenario => ({ ...scenario, steps: scenario.steps.map(linked) })),
  }));
}

/** How many steps have no link, in a feature or in one of its scenarios. */
export function redSteps({ scenarios }: FeatureEntry, scenario?: string): number {
  const meant = scenarios.filter(one => scenario === undefined || one.scenario === scenario);
  return meant.flatMap(({ steps }) => steps).filter(({ linked }) => !linked).length;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);

/** How much of the words two texts have in common, from 0 to 1. */
export function likeness(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  const shared = [...left].filter(word => right.has(word)).length;
  return shared === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

export interface TestChoice extends LinkedTest {
  module: string;
  name: string;
  isSuggested: boolean;
}

const MOST_SUGGESTED = 5;
const LEAST_LIKENESS = 0.2;

/** Tests for a step: those whose names are like its text first, then all; only those that hold the words. */
export function testChoices(
  { modules, tests }: Pick<ProjectSnapshot, 'modules' | 'tests'>,
  { text, query, limit }: { text: string; query: string; limit: number },
): TestChoice[] {
  const sought = query.toLowerCase().split(/\s+/);
  const all = Object.values(tests).map(({ moduleCode, testCode, name }) => {
    const module = modules[moduleCode]?.name ?? '';
    return { moduleCode, testCode, name, module, like: likeness(text, `${module} ${name}`) };
  });
  const found = all.filter(({ name, module, testCode }) => {
    const whole = `${module} / ${name} ${testCode}`.toLowerCase();
    return sought.every(word => whole.includes(word));
  });
  const suggested = found
    .filter(({ like }) => like >= LEAST_LIKENESS)
    .toSorted((left, right) => right.like - left.like)
    .slice(0, MOST_SUGGESTED);
  const others = found.filter(one => !suggested.includes(one));
  const choices = [...suggested, ...others].slice(0, limit);
  return choices.map(({ like: _like, ...one }, index) => ({ ...one, isSuggested: index < suggested.length }));
}
