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

/** Things that have codes of their own now. */
interface Renumbered {
  /** In words, e.g. `m3.t57 is m3.t91 now`. */
  text: string;
  /** Places that used the earlier code and were rewritten. */
  rewritten: string[];
  /** Places that still say what they said, as what kept the code does. */
  unchanged: string[];
}

interface Secrets extends SecretWriter {
  secret(key: string): string | undefined;
}

/**
 * Leaves every code of a version to one thing: the first that has it (modules in their order, then position). The
 * others get codes that were never given, and the references that are beside them.
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
  /** Whether its module holds no earlier test of the code, so that the code refers to it there. */
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

/** The test that keeps a code which several have. */
const firstTest = ({ modules }: VersionContent, code: TestCode): Test | undefined =>
  [...modules.values()].flatMap(({ tests }) => tests).find(({ testCode }) => testCode === code);

/** A place that names a test. */
interface TestUse {
  place: string;
  moduleCode?: ModuleCode;
  /** The test whose action it is. */
  plugger?: Test;
  says: ReturnType<typeof readTestReference>;
  rewrite(reference: string): void;
}

function* testUses(draft: VersionDraft, codes: NewCodes): Generator<TestUse> {
  for (const field of ['signInTest', 'signOutTest'] as const) {
    const reference = draft.project.authentication?.[field];
    // All versions share it, and the test of this code is another one in each.
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

/** The duplicate that a place refers to: the one in the module that it names or is in, never the test itself. */
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

/** Whether a test is another one, or plugs it, directly or through others; codes mean tests of the same module first. */
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

/** Nothing in the files refers to actions by their ids. */
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
  /** The environment that keeps the code. */
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

/** Under one code there was one value for each name; whose it was is not known. */
function copySecrets(secrets: Secrets, versionId: string, environment: Environment, now: EnvironmentCode): void {
  for (const name of secretNames(environment)) {
    const value = secrets.secret(environmentSecretKey(versionId, environment.environmentCode, name));
    if (value !== undefined) secrets.setSecret(environmentSecretKey(versionId, now, name), value);
  }
}

/** Values that nothing under the earlier code knows any more. */
function dropSecrets(secrets: Secrets, versionId: string, environment: Environment, kept: Environment): void {
  const known = new Set(secretNames(kept));
  for (const name of secretNames(environment))
    if (!known.has(name)) secrets.setSecret(environmentSecretKey(versionId, kept.environmentCode, name), undefined);
}

/** Leaves the code of a feature to the first that has it; the others take their scenarios along. */
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

/** A linked step text as a place that names a test. */
interface LinkUse {
  place: string;
  says: { testCode: TestCode; moduleCode?: undefined };
  /** The parameters of the test that the link fills. */
  filled: readonly string[];
  rewrite(testCode: string): void;
}

/** The links of a version, each as a use of its test. */
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

/** The duplicate that a link refers to: a link names no module, but only one test may have the parameters it fills. */
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
