import { testKeysOf } from '../../model/feature/issue-keys.ts';
import type { CodedScenario, FeatureCatalog } from './feature-catalog.ts';

/** Scenarios in several files with one issue key: services export one for each requirement that it covers. */
interface RepeatedKey {
  key: string;
  first: CodedScenario;
  others: readonly CodedScenario[];
  message: string;
}

const found = new WeakMap<FeatureCatalog, readonly RepeatedKey[]>();

/** The first key of a scenario is that of its own issue; further ones may be those of sets and requirements. */
export function repeatedKeys(catalog: FeatureCatalog): readonly RepeatedKey[] {
  const known = found.get(catalog) ?? findRepeated(catalog);
  found.set(catalog, known);
  return known;
}

function findRepeated(catalog: FeatureCatalog): RepeatedKey[] {
  const byKey = new Map<string, CodedScenario[]>();
  for (const { scenarios } of catalog)
    for (const scenario of scenarios) {
      const [key] = scenario.issueKeys;
      if (key === undefined) continue;
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [scenario]);
      else same.push(scenario);
    }
  return [...byKey].flatMap(([key, [first, ...rest]]) => {
    const others = rest.filter(({ feature }) => feature !== first?.feature);
    if (first === undefined || others.length === 0) return [];
    const places = [first, ...others].map(({ scenario, feature }) => `${scenario} (${feature.source.file})`);
    const message = `Issue key ${key} is that of several scenarios: ${places.join(', ')}. A run takes the first.`;
    return [{ key, first, others, message }];
  });
}

/** Scenarios whose tags name several tests, each in a sentence. */
export const ofSeveralTests = (catalog: FeatureCatalog, keyPrefix: string | undefined): string[] =>
  catalog.flatMap(({ scenarios, source }) =>
    scenarios.flatMap(({ scenario, issueKeys }) => {
      const { keys } = testKeysOf(issueKeys, keyPrefix);
      const names = keys.join(', ');
      return keys.length < 2
        ? []
        : [
            `Scenario ${scenario} (${source.file}) has the keys of several tests: ${names}. Its result counts for each.`,
          ];
    }),
  );
