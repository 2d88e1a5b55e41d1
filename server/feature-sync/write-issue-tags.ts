import { isDeepStrictEqual } from 'node:util';
import type { Scenario } from '../../model/feature/feature.ts';
import { bareKeysOf } from '../../model/feature/issue-keys.ts';

/** A test as the service exports it. */
export interface WrittenTest {
  key: string;
  tag: string;
  scenario: Scenario;
}

export function writtenTests(scenarios: readonly Scenario[], keys: readonly string[]): WrittenTest[] {
  return scenarios.flatMap(scenario =>
    keys.flatMap(key => {
      const tag = scenario.tags.findLast(each => isTagOf(key, each));
      return tag === undefined ? [] : [{ key, tag, scenario }];
    }),
  );
}

/** `SHOP-1` is in `@SHOP-1`, `@TEST_SHOP-1` and `@TestName:SHOP-1`, but not in `@WORKSHOP-1`. */
const isTagOf = (key: string, tag: string): boolean =>
  tag.endsWith(key) && !/[A-Z0-9]/.test(tag.charAt(tag.length - key.length - 1));

/** Matches scenarios with their tests by unique name, or name and steps; leaves out what is ambiguous or has a key. */
export function testsOf<Of extends Scenario>(
  scenarios: readonly Of[],
  tests: readonly WrittenTest[],
  keyPrefix: string | undefined,
): ReadonlyMap<Of, WrittenTest> {
  const known = new Set(scenarios.flatMap(({ issueKeys }) => bareKeysOf(issueKeys, keyPrefix)));
  const free = tests.filter(({ key }) => !known.has(key));
  const found = new Map<Of, WrittenTest>();
  for (const scenario of scenarios.filter(({ issueKeys }) => issueKeys.length === 0)) {
    const named = free.filter(test => test.scenario.name === scenario.name);
    const alike = named.filter(test => isDeepStrictEqual(ownSteps(test.scenario), ownSteps(scenario)));
    const [test, ...others] = alike.length > 0 ? alike : named;
    if (test !== undefined && others.length === 0) found.set(scenario, test);
  }
  return onlyOnce(found);
}

/** Equal scenarios are one test for the service, so neither is matched. */
function onlyOnce<Of>(found: ReadonlyMap<Of, WrittenTest>): ReadonlyMap<Of, WrittenTest> {
  const times = new Map<WrittenTest, number>();
  for (const test of found.values()) times.set(test, (times.get(test) ?? 0) + 1);
  return new Map([...found].filter(([, test]) => times.get(test) === 1));
}

const ownSteps = ({ steps }: Scenario): string[] =>
  steps.filter(({ background }) => !background).map(({ text }) => text);

/** Adds a tag above each of the scenarios, and changes no other byte. */
export function withScenarioTags(text: string, tags: ReadonlyMap<Scenario, string>): string {
  const lines = text.split('\n');
  const inserted = [...tags].sort(([one], [other]) => other.line - one.line);
  for (const [{ line }, tag] of inserted) {
    const at = lines[line - 1] ?? '';
    const end = at.endsWith('\r') ? '\r' : '';
    lines.splice(line - 1, 0, `${/^\s*/.exec(at)?.[0] ?? ''}${tag}${end}`);
  }
  return lines.join('\n');
}
