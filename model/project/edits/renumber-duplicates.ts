import {
  ActionId,
  EnvironmentCode,
  FeatureCode,
  type ModuleCode,
  readTestReference,
  ScenarioCode,
  TestCode,
  TestReference,
} from '../../names/codes.ts';
import { type Environment, environmentSecretKey } from '../environment.ts';
import type { Module } from '../module.ts';
import { plugActionsOf, stepPlace } from '../references.ts';
import type { Test } from '../test.ts';
import type { VersionContent, VersionDraft } from '../version-content.ts';
import type { SecretWriter } from './environments.ts';

interface Renumbered {
  text: string;
  rewritten: string[];
  /** Places that still use the code, which now means the thing that kept it. */
  unchanged: string[];
}

interface Secrets extends SecretWriter {
  secret(key: string): string | undefined;
}

/**
 * The first thing with a code keeps it (modules in order, then position). The others get new codes, and references
 * beside them follow.
 */
export function renumberDuplicates(draft: VersionDraft, secrets: Secrets): Renumbered[] {
  const duplicates = duplicateTests(draft);
  const codes = new Map(duplicates.map(({ test, now }) => [test, now]));
  return [
    ...renumberTests(draft, duplicates, codes),
    ...renumberActions(draft, codes),
    ...renumberEnvironments(draft, secrets),
    ...renumberFeatures(draft),
  ];
}

type NewCodes = ReadonlyMap<Test, TestCode>;

interface DuplicateTest {
  module: Module;
  at: number;
  test: Test;
  now: TestCode;
  /** Whether the code refers to this test inside its module. */
  isFirstInModule: boolean;
}

function duplicateTests(draft: VersionDraft): DuplicateTest[] {
  const seen = new Set<TestCode>();
  const duplicates: DuplicateTest[] = [];
  for (const module of draft.modules.values()) {
    const inModule = new Set<TestCode>();
    for (const [at, test] of module.tests.entries()) {
      const { testCode } = test;
      if (seen.has(testCode)) {
        const now = TestCode.parse(`t${draft.nextNumber('t')}`);
        duplicates.push({ module, at, test, now, isFirstInModule: !inModule.has(testCode) });
      }
      seen.add(testCode);
      inModule.add(testCode);
    }
  }
  return duplicates;
}

function renumberTests(draft: VersionDraft, duplicates: readonly DuplicateTest[], codes: NewCodes): Renumbered[] {
  if (duplicates.length === 0) return [];
  const ofLinks = linkUses(draft).map(use => ({
    ...use,
    duplicate: duplicateLinked(firstTest(draft, use.says.testCode), duplicates, use),
  }));
  const ofTests = [...testUses(draft, codes)].map(use => ({ ...use, duplicate: duplicateFor(draft, duplicates, use) }));
  const uses = [...ofTests, ...ofLinks];
  for (const { duplicate, says, rewrite } of uses)
    if (duplicate !== undefined)
      rewrite(says.moduleCode === undefined ? duplicate.now : `${says.moduleCode}.${duplicate.now}`);
  return duplicates.map(duplicate => {
    const { module, at, test, now } = duplicate;
    const own = draft.draftModule(module.moduleCode).tests[at];
    if (own !== undefined) own.testCode = now;
    const isOpen = (use: (typeof uses)[number]) =>
      use.duplicate === undefined && use.says.testCode === test.testCode && use.says.moduleCode === undefined;
    return {
      text: `${module.moduleCode}.${test.testCode} is ${module.moduleCode}.${now} now`,
      rewritten: uses.filter(use => use.duplicate === duplicate).map(({ place }) => place),
      unchanged: uses.filter(isOpen).map(({ place }) => place),
    };
  });
}

const firstTest = ({ modules }: VersionContent, code: TestCode): Test | undefined =>
  [...modules.values()].flatMap(({ tests }) => tests).find(({ testCode }) => testCode === code);

interface TestUse {
  place: string;
  moduleCode?: ModuleCode;
  plugger?: Test;
  says: ReturnType<typeof readTestReference>;
  rewrite(reference: string): void;
}

function* testUses(draft: VersionDraft, codes: NewCodes): Generator<TestUse> {
  for (const field of ['signInTest', 'signOutTest'] as const) {
    const reference = draft.project.authentication?.[field];
    // Not rewritten: all versions share it, and this code is another test in each.
    const rewrite = () => {};
    if (reference !== undefined)
      yield { place: `${field} of the sign-in settings`, says: readTestReference(reference), rewrite };
  }
  for (const module of draft.modules.values()) {
    yield* hookUses(draft, module);
    yield* plugUses(draft, module, codes);
  }
}

function* hookUses(draft: VersionDraft, module: Module): Generator<TestUse> {
  const { moduleCode } = module;
  for (const slot of ['before', 'after'] as const) {
    const testCode = module[slot];
    const rewrite = (reference: string) => {
      draft.draftModule(moduleCode)[slot] = TestCode.parse(reference);
    };
    if (testCode !== undefined)
      yield { place: `module ${moduleCode} "${slot}"`, moduleCode, says: { testCode }, rewrite };
  }
}

function* plugUses(draft: VersionDraft, module: Module, codes: NewCodes): Generator<TestUse> {
  const { moduleCode } = module;
  for (const { test, actionIndex } of plugActionsOf(module)) {
    const action = test.actions[actionIndex];
    if (action?.type !== 'plugTest') continue;
    const at = module.tests.indexOf(test);
    const rewrite = (reference: string) => {
      const own = draft.draftModule(moduleCode).tests[at]?.actions[actionIndex];
      if (own?.type === 'plugTest') own.test = TestReference.parse(reference);
    };
    const place = `${moduleCode}.${codes.get(test) ?? test.testCode} action ${actionIndex}`;
    yield { place, moduleCode, plugger: test, says: readTestReference(action.test), rewrite };
  }
}

/** The duplicate in the module that the place names or is in, never the test itself. */
function duplicateFor(
  content: VersionContent,
  duplicates: readonly DuplicateTest[],
  use: TestUse,
): DuplicateTest | undefined {
  if (use.moduleCode === undefined) return undefined;
  const wanted = use.says.moduleCode ?? use.moduleCode;
  const duplicate = duplicates.find(
    ({ module, test, isFirstInModule }) =>
      isFirstInModule && test.testCode === use.says.testCode && module.moduleCode === wanted,
  );
  const isCircle = duplicate !== undefined && use.plugger !== undefined && plugs(content, duplicate, use.plugger);
  return isCircle ? undefined : duplicate;
}

/** Whether a test is or plugs another one, also through others. Codes refer to tests of the same module first. */
function plugs(content: VersionContent, from: { module: Module; test: Test }, wanted: Test): boolean {
  const places = new Map([[from.test, from.module]]);
  for (const [test, module] of places) {
    if (test === wanted) return true;
    for (const action of test.actions) {
      if (action.type !== 'plugTest') continue;
      const { testCode } = readTestReference(action.test);
      const isIt = (candidate: Test) => candidate.testCode === testCode;
      const next = module.tests.some(isIt) ? module : content.moduleOf(testCode);
      const plugged = next?.tests.find(isIt);
      if (next !== undefined && plugged !== undefined && !places.has(plugged)) places.set(plugged, next);
    }
  }
  return false;
}

/** No file refers to actions by their ids. */
function renumberActions(draft: VersionDraft, codes: NewCodes): Renumbered[] {
  const seen = new Set<ActionId>();
  const isDuplicate = (id: ActionId) => seen.size === seen.add(id).size;
  return [...draft.modules.values()].flatMap(({ moduleCode, tests }) =>
    tests.flatMap((test, at) => {
      const duplicates = [...test.actions.entries()].filter(([, { actionId }]) => isDuplicate(actionId));
      if (duplicates.length === 0) return [];
      const own = draft.draftModule(moduleCode).tests[at]?.actions;
      const changes = duplicates.map(([index, { actionId }]) => {
        const now = ActionId.parse(`a${draft.nextNumber('a')}`);
        const action = own?.[index];
        if (action !== undefined) action.actionId = now;
        return `action ${index} is ${now} now, not ${actionId}`;
      });
      const place = `${moduleCode}.${codes.get(test) ?? test.testCode}`;
      return [{ text: `${place}: ${changes.join(', ')}`, rewritten: [], unchanged: [] }];
    }),
  );
}

function renumberEnvironments(draft: VersionDraft, secrets: Secrets): Renumbered[] {
  const duplicates = duplicateEnvironments(draft);
  const { versionId } = draft.version;
  for (const { environment, now } of duplicates) copySecrets(secrets, versionId, environment, now);
  for (const { environment, kept } of duplicates) dropSecrets(secrets, versionId, environment, kept);
  return duplicates.map(({ at, environment, now }) => {
    const { environmentCode, name } = environment;
    const own = draft.draftEnvironments().environments[at];
    if (own !== undefined) own.environmentCode = now;
    const isDefault = draft.project.defaultEnvironment === environmentCode;
    const values = secretNames(environment).map(secret => `the value of its secret ${secret}`);
    const unchanged = [...(isDefault ? ['defaultEnvironment of the project'] : []), ...values];
    return { text: `Environment ${environmentCode} "${name}" is ${now} now`, rewritten: [], unchanged };
  });
}

interface DuplicateEnvironment {
  environment: Environment;
  at: number;
  now: EnvironmentCode;
  kept: Environment;
}

function duplicateEnvironments(draft: VersionDraft): DuplicateEnvironment[] {
  const first = new Map<EnvironmentCode, Environment>();
  return draft.environments.environments.flatMap((environment, at) => {
    const kept = first.get(environment.environmentCode);
    if (kept !== undefined) return [{ environment, at, kept, now: EnvironmentCode.parse(`e${draft.nextNumber('e')}`) }];
    first.set(environment.environmentCode, environment);
    return [];
  });
}

const secretNames = ({ items }: Environment): string[] =>
  items.flatMap(({ kind, name }) => (kind === 'secret' ? [name] : []));

/** Secrets were stored under the shared code, so whose they were is not known. */
function copySecrets(secrets: Secrets, versionId: string, environment: Environment, now: EnvironmentCode): void {
  for (const name of secretNames(environment)) {
    const value = secrets.secret(environmentSecretKey(versionId, environment.environmentCode, name));
    if (value !== undefined) secrets.setSecret(environmentSecretKey(versionId, now, name), value);
  }
}

function dropSecrets(secrets: Secrets, versionId: string, environment: Environment, kept: Environment): void {
  const known = new Set(secretNames(kept));
  for (const name of secretNames(environment))
    if (!known.has(name)) secrets.setSecret(environmentSecretKey(versionId, kept.environmentCode, name), undefined);
}

function renumberFeatures(draft: VersionDraft): Renumbered[] {
  const seen = new Set<FeatureCode>();
  return draft.features.features.flatMap(({ featureCode, file }, at) => {
    if (seen.size < seen.add(featureCode).size) return [];
    const now = FeatureCode.parse(`f${draft.nextNumber('f')}`);
    const own = draft.draftFeatures().features[at];
    if (own !== undefined) {
      own.featureCode = now;
      for (const entry of own.scenarios) entry.scenario = ScenarioCode.parse(entry.scenario.replace(featureCode, now));
    }
    return [{ text: `Feature ${featureCode} "${file}" is ${now} now`, rewritten: [], unchanged: [] }];
  });
}

interface LinkUse {
  place: string;
  says: { testCode: TestCode; moduleCode?: undefined };
  filled: readonly string[];
  rewrite(testCode: string): void;
}

const linkUses = (draft: VersionDraft): LinkUse[] =>
  draft.links.links.map(({ text, testCode, parameters = {} }, at) => ({
    place: stepPlace(text),
    says: { testCode },
    filled: Object.keys(parameters),
    rewrite: reference => {
      const own = draft.draftLinks().links[at];
      if (own !== undefined) own.testCode = TestCode.parse(reference);
    },
  }));

/** A link names no module, but only one duplicate may have the parameters that it fills. */
function duplicateLinked<Duplicate extends { test: Test }>(
  first: Test | undefined,
  duplicates: readonly Duplicate[],
  { filled, says }: LinkUse,
): Duplicate | undefined {
  if (filled.length === 0 || first === undefined) return undefined;
  const fits = ({ parameters = [] }: Test) => filled.every(name => parameters.some(known => known.name === name));
  const [only, other] = duplicates.filter(({ test }) => test.testCode === says.testCode && fits(test));
  return fits(first) || other !== undefined ? undefined : only;
}
