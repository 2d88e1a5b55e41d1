import { testKeysOf } from '../../model/feature/issue-keys.ts';
import { counted } from '../../model/names/counted.ts';
import type { StatusMap } from '../../model/project/feature-server.ts';
import type { JsonElement, JsonFeature, JsonStep } from '../reports/cucumber-json.ts';

interface UploadedTest {
  key: string;
  scenario: string;
  status: 'passed' | 'failed' | 'notImplemented';
}

export interface PreparedResults {
  features: JsonFeature[];
  tests: UploadedTest[];
  /** Scenarios without an issue key, which the service cannot know. */
  leftOut: string[];
  warnings: string[];
}

interface PreparationOptions {
  keyPrefix: string | undefined;
  statusMap: StatusMap | undefined;
  /** An existing execution to fill; undefined makes a new one. */
  executionKey: string | undefined;
}

/** Services accept no longer texts of steps and failures. */
const MOST_CHARACTERS = 8_192;
const CUT = ' … (cut)';

/** Keeps scenarios with issue keys of their own, shortens texts and translates statuses. */
export function prepareResults(features: readonly JsonFeature[], wanted: PreparationOptions): PreparedResults {
  const prepared: PreparedResults = { features: [], tests: [], leftOut: [], warnings: [] };
  const seen = new Set<string>();
  // Services export a scenario once for each requirement that it covers.
  const repeated = new Set<string>();
  for (const feature of features) {
    const before = prepared.tests.length;
    const elements = feature.elements.filter(element => isTaken(feature, element, wanted, prepared));
    if (elements.length === 0) continue;
    for (const key of new Set(prepared.tests.slice(before).map(test => test.key))) {
      if (seen.has(key)) repeated.add(key);
      seen.add(key);
    }
    prepared.features.push({
      ...feature,
      tags: [...executionTag(feature, wanted.executionKey), ...feature.tags],
      elements: elements.map(element => ({ ...element, steps: element.steps.map(step => stepOf(step, wanted)) })),
    });
  }
  prepared.warnings.push(...warningsOf(features, repeated), ...severalKeys(prepared.features, wanted));
  return prepared;
}

/** Tags of features name requirements; that of a test is at the scenario. */
function ownKeys(feature: JsonFeature, element: JsonElement, keyPrefix: string | undefined) {
  const around = new Set(feature.tags.map(({ name }) => name));
  const own = element.tags.map(({ name }) => name).filter(name => !around.has(name));
  return testKeysOf(own, keyPrefix);
}

function isTaken(
  feature: JsonFeature,
  element: JsonElement,
  { keyPrefix }: PreparationOptions,
  prepared: PreparedResults,
): boolean {
  const { keys } = ownKeys(feature, element, keyPrefix);
  if (keys.length === 0) prepared.leftOut.push(`${feature.name}: ${element.name}`);
  for (const key of keys) prepared.tests.push({ key, scenario: element.name, status: statusOf(element) });
  return keys.length > 0;
}

/** One sentence for each kind, since whole suites may be written so. */
function severalKeys(features: readonly JsonFeature[], { keyPrefix }: PreparationOptions): string[] {
  const all = features.flatMap(feature =>
    feature.elements.map(element => ({ name: element.name, ...ownKeys(feature, element, keyPrefix) })),
  );
  const several = all.filter(({ keys }) => keys.length > 1);
  const unclear = all.filter(({ others }) => others.length > 0);
  const told = (which: typeof all, what: string, end: string) =>
    which
      .slice(0, 1)
      .map(
        ({ name, keys, others }) =>
          `${counted(which.length, 'scenario')} with ${what}, e.g. “${name}”: ${[...keys, ...others].join(', ')}. ${end}`,
      );
  return [
    ...told(several, 'the keys of several tests', 'The result counts for each.'),
    ...told(unclear, 'several issue keys without a prefix', 'The result is told as that of the first.'),
  ];
}

function statusOf({ steps }: JsonElement): UploadedTest['status'] {
  const statuses = steps.map(({ result }) => result.status);
  if (statuses.includes('failed')) return 'failed';
  return statuses.every(status => status === 'passed') ? 'passed' : 'notImplemented';
}

/** The first issue key among the tags of a feature names the execution to fill. */
const executionTag = ({ line }: JsonFeature, key: string | undefined): JsonFeature['tags'] =>
  key === undefined ? [] : [{ name: `@${key}`, line }];

function stepOf({ result, ...step }: JsonStep, { statusMap = {} }: PreparationOptions): JsonStep {
  const { status, error_message: message } = result;
  return {
    ...step,
    ...(step.name === undefined ? {} : { name: cut(step.name) }),
    result: {
      ...result,
      status: new Map(Object.entries(statusMap)).get(status) ?? status,
      ...(message === undefined ? {} : { error_message: cut(message) }),
    },
  };
}

const cut = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - CUT.length)}${CUT}`;

function warningsOf(features: readonly JsonFeature[], repeated: ReadonlySet<string>): string[] {
  const texts = features.flatMap(({ elements }) =>
    elements.flatMap(({ steps }) => steps.flatMap(({ name = '', result }) => [name, result.error_message ?? ''])),
  );
  const long = texts.filter(text => text.length > MOST_CHARACTERS).length;
  return [
    ...(long === 0 ? [] : [`${long} texts of steps are longer than ${MOST_CHARACTERS} characters; they are cut.`]),
    ...[...repeated].map(key => `${key} is in several features: the service may keep the result of only one of them.`),
  ];
}
