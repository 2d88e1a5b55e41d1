import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import type { IncomingFile } from '../../model/feature/feature-files.ts';
import { bareKeysOf, testKeysOf } from '../../model/feature/issue-keys.ts';
import { FeatureCode, ScenarioCode } from '../../model/names/codes.ts';
import { counted } from '../../model/names/counted.ts';
import { ProjectKey } from '../../model/project/feature-server.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { changeFeatures, type FeatureChanges } from '../feature-sync/change-features.ts';
import type { CodedFeature, CodedScenario, FeatureCatalog } from '../feature-sync/feature-catalog.ts';
import { findFeature } from '../feature-sync/find-feature.ts';
import { codedFeatures } from '../feature-sync/keep-codes.ts';
import { readFeatures } from '../feature-sync/read-features.ts';
import { testsOf, type WrittenTest, withScenarioTags, writtenTests } from '../feature-sync/write-issue-tags.ts';
import { countedStages } from '../jobs/progress.ts';
import { featureFile } from '../store/edits/stored.ts';
import { connectionSettings } from '../test-management/connection-settings.ts';
import { sentNote } from '../test-management/own-credentials.ts';
import type { ConnectionSettings } from '../test-management/ports.ts';
import { FEATURE_SERVICES } from '../test-management/services.ts';
import { defineTool, type ToolContext } from './define/define-tool.ts';
import { REPLY_BYTES, takeFitting } from './define/paging.ts';
import { versionOf } from './define/version.ts';

const PushedScenario = z.strictObject({
  scenario: ScenarioCode,
  name: z.string(),
  key: z.string().optional().describe('Of its test in the service'),
  furtherKeys: z.array(z.string()).optional().describe('Others of its tags; the service may take it for one of them'),
  state: z
    .enum(['new', 'known', 'unknown'])
    .describe(
      'new: had no key before (key: which it got); known: had its key; unknown: it cannot be told which test is its own',
    ),
});

const Reply = z.strictObject({
  pushed: z.boolean(),
  to: z.string().describe('Address'),
  projectKey: z.string(),
  features: z.array(z.strictObject({ featureCode: FeatureCode, name: z.string(), file: z.string() })),
  scenarios: z.array(PushedScenario),
  total: z.number().int().describe('How many scenarios there are'),
  unreadable: z.array(z.string()).describe('Files that cannot be read, which stay here'),
  preconditions: z.array(z.string()).describe('Keys of what the service made of backgrounds'),
  errors: z.array(ObservedText).describe('What the service did not take, in its words'),
  fault: ObservedText.optional().describe('Why no keys were written, where the service has taken the features'),
  note: z.string().optional().describe('Where credentials of the environment went'),
});

export const pushFeatures = defineTool({
  name: 'pushFeatures',
  group: 'features',
  scope: 'write',
  title: 'Push features',
  summary:
    'Send features of the project itself to the feature server, which makes or changes a test for each scenario; the keys of new tests are written above the scenarios. With dryRun it only tells what would be sent.',
  input: {
    features: z
      .array(z.string().min(1).max(1_000))
      .min(1)
      .max(1_000)
      .optional()
      .describe("Codes, paths or names; default: all of the project's own"),
    projectKey: ProjectKey.optional().describe('Project of the service; default: as configured, else as tags tell'),
    dryRun: z.boolean().optional().describe('Only tell what would be sent'),
  },
  output: Reply,
  errors: ['not-found', 'read-only', 'invalid-project', 'feature-server-failed', 'busy', 'stopped'],
  examples: [{ dryRun: true }, { features: ['f1'], projectKey: 'SHOP' }],
  hints: { openWorld: true },
  async run({ versionId, features: words, projectKey: asked, dryRun = false }, context) {
    const { project } = context;
    const { keyPrefix, projectKey: set } = project.store.content.project.integration ?? {};
    const settings = await connectionSettings(project);
    const to = addressOf(settings);
    const { catalog } = await codedFeatures(project.store, versionOf(context, versionId));
    const chosen = words === undefined ? catalog.filter(isOwn) : namedIn(catalog, words);
    const readable = chosen.filter(({ feature }) => feature !== undefined);
    if (readable.length === 0) throw nothingToPush(chosen.length);
    const projectKey = asked ?? set ?? keyAmong(readable, keyPrefix);
    if (projectKey === undefined) throw withoutProject();
    const unreadable = chosen.filter(({ feature }) => feature === undefined).map(({ source }) => source.file);
    const common = { to, projectKey, unreadable, features: readable.map(shown) };
    const scenarios = readable.flatMap(feature => feature.scenarios);
    if (dryRun)
      return { pushed: false, ...common, ...listed(scenarios, undefined, keyPrefix), preconditions: [], errors: [] };
    const files = readable.map(({ source }) => source);
    const { answer, files: written, fault } = await sent(context, settings, { projectKey, files });
    const tests = writtenTests(await scenariosIn(written), answer.tests);
    const keys = await keepKeys(context, { versionId, tests, codes: new Set(common.features.map(codeOf)), keyPrefix });
    const note = sentNote(settings, project.testManagement.own);
    return {
      pushed: true,
      ...common,
      to: shownAddress(answer.url),
      ...listed(scenarios, keys, keyPrefix),
      preconditions: answer.preconditions,
      errors: takeFitting(answer.errors, REPLY_BYTES / 5),
      fault,
      note,
    };
  },
});

const shownAddress = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

function addressOf(settings: ConnectionSettings): string {
  const target = FEATURE_SERVICES[settings.type].target?.(settings);
  if (target?.url !== undefined) return shownAddress(target.url);
  const message =
    target === undefined
      ? `A feature server of the type ${settings.type} takes no features.`
      : 'There is no address to push to: that of the results does not tell it. Set importUrl with configureFeatureServer.';
  throw new AppError('invalid-project', message, { next: 'configureFeatureServer' });
}

const isOwn = ({ entry }: CodedFeature): boolean => entry.source === 'local';
const codeOf = ({ featureCode }: { featureCode: FeatureCode }): FeatureCode => featureCode;

function namedIn(catalog: FeatureCatalog, words: readonly string[]): CodedFeature[] {
  const found = words.map((word, index) => findFeature(catalog, word, `features[${index}]`));
  const foreign = found.findIndex(feature => !isOwn(feature));
  const one = found[foreign];
  if (one === undefined) return [...new Set(found)];
  throw new AppError(
    'read-only',
    `Feature ${one.entry.featureCode} (${one.entry.name}) comes from the feature server and is changed there.`,
    { field: `features[${foreign}]`, next: 'importFeatures' },
  );
}

function nothingToPush(chosen: number): AppError {
  const message =
    chosen === 0
      ? 'The project has no features of its own to push: all come from the feature server. createFeature makes one.'
      : 'None of the features can be read, so none can be pushed.';
  return new AppError('invalid-project', message, { next: chosen === 0 ? 'createFeature' : 'getFeatures' });
}

const withoutProject = (): AppError =>
  new AppError(
    'invalid-project',
    'It is not known to which project of the service the tests belong. Give projectKey, or set it with configureFeatureServer.',
    { field: 'projectKey', next: 'configureFeatureServer' },
  );

function keyAmong(features: FeatureCatalog, keyPrefix: string | undefined): string | undefined {
  const keys = features.flatMap(({ feature, scenarios }) => [
    ...(feature?.issueKeys ?? []),
    ...scenarios.flatMap(({ issueKeys }) => issueKeys),
  ]);
  return bareKeysOf(keys, keyPrefix)[0]?.replace(/-\d+$/, '');
}

const shown = ({ entry: { featureCode, name, file } }: CodedFeature) => ({ featureCode, name, file });

function sent(
  { project, signal, report }: ToolContext<'testManagement'>,
  settings: ConnectionSettings,
  pushed: Parameters<typeof project.testManagement.pushFeatures>[1],
) {
  return project.testManagement.pushFeatures(settings, pushed, { signal, onStage: countedStages(report) });
}

async function scenariosIn(files: readonly IncomingFile[]) {
  const texts = files.flatMap(each => (each.fault === undefined ? featureFile(each.file, each.text) : []));
  return (await readFeatures(texts)).flatMap(({ parsed }) => parsed.feature?.scenarios ?? []);
}

interface Keeping {
  versionId: string | undefined;
  tests: readonly WrittenTest[];
  codes: ReadonlySet<FeatureCode>;
  keyPrefix: string | undefined;
}

/** Writes the keys of new tests into the features as they are by then; returns which scenario got which. */
async function keepKeys(context: ToolContext, { versionId, tests, codes, keyPrefix }: Keeping) {
  const { result } = await changeFeatures(context.project.store, {
    content: versionOf(context, versionId),
    actor: context.actor,
    plan: (_content, catalog) => {
      const pushed = catalog.filter(({ entry }) => codes.has(entry.featureCode));
      const found = testsOf(
        pushed.flatMap(({ scenarios }) => scenarios),
        tests,
        keyPrefix,
      );
      const keys = new Map([...found].map(([{ scenario }, { key }]) => [scenario, key]));
      const written = pushed.flatMap(feature => tagged(feature, found));
      const title = `write keys of ${counted(keys.size, 'test')} into features`;
      return { result: keys, title, changes: written.length === 0 ? undefined : { written } };
    },
  });
  return result;
}

function tagged(
  { source, entry, scenarios }: CodedFeature,
  found: ReadonlyMap<CodedScenario, WrittenTest>,
): FeatureChanges['written'] {
  const tags = scenarios.flatMap(scenario => {
    const tag = found.get(scenario)?.tag;
    return tag === undefined ? [] : [[scenario, tag] as const];
  });
  if (tags.length === 0) return [];
  const { file, text } = source;
  return [{ source: featureFile(file, withScenarioTags(text, new Map(tags))), entry, origin: entry.source }];
}

/** `keys`: those that were written; undefined when nothing was sent. */
function listed(
  scenarios: readonly CodedScenario[],
  keys: ReadonlyMap<ScenarioCode, string> | undefined,
  keyPrefix: string | undefined,
) {
  const all = scenarios.map(({ scenario, name, issueKeys }): z.input<typeof PushedScenario> => {
    const {
      keys: [known, ...further],
      others,
    } = testKeysOf(issueKeys, keyPrefix);
    const furtherKeys = [...further, ...others];
    if (known !== undefined)
      return { scenario, name, key: known, ...(furtherKeys.length > 0 && { furtherKeys }), state: 'known' };
    if (keys === undefined) return { scenario, name, state: 'new' };
    const key = keys.get(scenario);
    return key === undefined ? { scenario, name, state: 'unknown' } : { scenario, name, key, state: 'new' };
  });
  return { scenarios: takeFitting(all, REPLY_BYTES / 2), total: all.length };
}
