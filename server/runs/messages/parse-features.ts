import { generateMessages } from '@cucumber/gherkin';
import { type Envelope, type IdGenerator, type Pickle, SourceMediaType } from '@cucumber/messages';
import type { RunItem } from '../../../model/run/run.ts';
import type { ModuleFeature, ReportItem } from './feature-text.ts';

const mediaType = SourceMediaType.TEXT_X_CUCUMBER_GHERKIN_PLAIN;

/** The ids under which steps of a test are known. */
export interface Scenario {
  pickleId: string;
  pickleStepIds: readonly string[];
}

/** Parses generated features: their envelopes, and the scenario of each test. A text that does not give its tests back is a fault. */
export function parseFeatures(features: readonly ModuleFeature[], newId: IdGenerator.NewId) {
  const envelopes: Envelope[] = [];
  const scenarios = new Map<RunItem, Scenario>();
  for (const { uri, text, items } of features) {
    // The library makes sources of .feature files only, and the uri is to be that of the module's file.
    const parsed = generateMessages(text, uri, mediaType, {
      includeGherkinDocument: true,
      includePickles: true,
      newId,
    });
    const pickles = parsed.flatMap(({ pickle }) => (pickle === undefined ? [] : [pickle]));
    for (const [index, member] of items.entries()) scenarios.set(member.item, scenarioOf(uri, member, pickles[index]));
    envelopes.push({ source: { uri, data: text, mediaType } }, ...parsed);
  }
  return { envelopes, scenarios };
}

function scenarioOf(uri: string, { item, steps }: ReportItem, pickle: Pickle | undefined): Scenario {
  if (pickle === undefined || pickle.steps.some((step, index) => step.text !== steps[index]?.text))
    throw new Error(`The feature text of ${uri} does not give back the test "${item.title}".`);
  return { pickleId: pickle.id, pickleStepIds: pickle.steps.map(step => step.id) };
}
