import type { ProjectSnapshot } from '../../../../model/protocol/channel/project-view.ts';
import { stepLink } from '../../../app/feature-links.ts';
import type { FeatureEntry } from '../../../app/tool-replies.ts';

export interface KnownStep {
  text: string;
  /** The linked test, with its module. */
  test?: string;
}

type StepSnapshot = Pick<ProjectSnapshot, 'links' | 'tests' | 'modules'>;

/** Each text once, linked ones first. */
export function knownSteps(features: readonly FeatureEntry[], snapshot: StepSnapshot): KnownStep[] {
  const written = features.flatMap(({ scenarios }) => scenarios.flatMap(({ steps }) => steps.map(({ text }) => text)));
  const steps = [...new Set([...Object.keys(snapshot.links), ...written])].map((text): KnownStep => {
    const link = stepLink(snapshot, text);
    if (!link.isLinked) return { text };
    const { moduleCode, name } = link.test;
    return { text, test: `${snapshot.modules[moduleCode]?.name ?? moduleCode} / ${name}` };
  });
  return steps.sort((one, other) => Number(one.test === undefined) - Number(other.test === undefined));
}
