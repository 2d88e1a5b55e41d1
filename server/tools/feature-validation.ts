import { z } from 'zod';
import { ParseFault } from '../../model/feature/feature.ts';
import { readFeatures } from '../feature-sync/read-features.ts';
import { featureFile } from '../store/edits/stored.ts';
import { defineTool } from './define/define-tool.ts';
import { versionOf } from './define/version.ts';
import { isLinked } from './features/feature-views.ts';

export const validateFeature = defineTool({
  name: 'validateFeature',
  group: 'features',
  scope: 'read',
  title: 'Validate a feature',
  summary:
    'Check the text of a feature before storing it: what is wrong, line by line, and how many steps would be red. Stores nothing.',
  input: { text: z.string().max(1_000_000).describe('The whole feature file, in Gherkin') },
  output: z.strictObject({
    errors: z.array(ParseFault).describe('Why it cannot be read, in line order; empty: it can be stored'),
    scenarios: z.number().int(),
    stepsLinked: z.number().int(),
    stepsUnlinked: z.number().int().describe('Steps that would be red'),
  }),
  examples: [{ text: 'Feature: Basket\n\n  Scenario: Empty\n    Then the basket is empty\n' }],
  async run({ versionId, text }, context) {
    const content = versionOf(context, versionId);
    const [read] = await readFeatures([featureFile('new.feature', text)]);
    const { feature, faults = [] } = read?.parsed ?? {};
    const scenarios = feature?.scenarios ?? [];
    const steps = scenarios.flatMap(scenario => scenario.steps);
    const stepsLinked = steps.filter(step => isLinked(content, step)).length;
    return {
      errors: [...faults],
      scenarios: scenarios.length,
      stepsLinked,
      stepsUnlinked: steps.length - stepsLinked,
    };
  },
});
