import { z } from 'zod';
import type { IncomingFile } from '../../model/feature/feature-files.ts';
import { setOptional } from '../../model/project/edits/set-optional.ts';
import {
  AddressText,
  DEFAULT_MATCH_FILE,
  FEATURE_SERVER_TYPES,
  FeatureServer,
  KeyPrefix,
  MatchFile,
  ProjectKey,
  SettingText,
  Stage,
  StatusMap,
  TestEnvironments,
  UploadInfo,
} from '../../model/project/feature-server.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { readFeatures } from '../feature-sync/read-features.ts';
import { countedStages } from '../jobs/progress.ts';
import { featureFile } from '../store/edits/stored.ts';
import { connectionSettings } from '../test-management/connection-settings.ts';
import { sentNote } from '../test-management/own-credentials.ts';
import type { ConnectionSettings } from '../test-management/ports.ts';
import { misplacedFields } from '../uploads/execution-info.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { takeFitting } from './define/paging.ts';
import { editWholeProject } from './define/version.ts';
import { configured, FeatureServerView, featureServerView, tried } from './features/feature-server-settings.ts';

const defineTool = toolsOf('features');

async function checkedFeatures(files: readonly IncomingFile[]): Promise<z.infer<typeof CheckedFeature>[]> {
  const texts = files.flatMap(each => (each.fault === undefined ? featureFile(each.file, each.text) : []));
  const read = new Map((await readFeatures(texts)).map(({ source, parsed }) => [source.file, parsed]));
  return files.map(({ file, fault }) => {
    // Another file of the same name may be readable.
    const { feature, faults } = (fault === undefined ? read.get(file) : undefined) ?? {};
    if (feature !== undefined) return { file, name: feature.name, scenarios: feature.scenarios.length };
    const [first] = faults ?? [];
    const line = first?.line === undefined ? '' : `Line ${first.line}: `;
    return {
      file,
      name: file,
      scenarios: 0,
      message: fault ?? `${line}${first?.message ?? 'The file cannot be read.'}`,
    };
  });
}

const TYPES = ['none', ...FEATURE_SERVER_TYPES] as const;

const SETTINGS = {
  type: z.enum(TYPES).optional().describe('none removes all settings'),
  fileListUrl: z
    .string()
    .min(1)
    .max(4_000)
    .nullish()
    .describe('Export address with the filter; for folder a path, relative to the folder of the project'),
  token: SettingText.nullish().describe('Long-lived token, for xray-server and url; may be {{secret.NAME}}'),
  clientId: SettingText.nullish().describe('Of the API key; may be {{env.NAME}}. CLIENT_ID of the process wins'),
  clientSecret: SettingText.nullish().describe('May be {{secret.NAME}}. CLIENT_SECRET of the process wins'),
  matchFile: MatchFile.nullish().describe(`Names of feature files, with * and ?; default ${DEFAULT_MATCH_FILE}`),
  authUrl: AddressText.nullish().describe("Where to sign in; default: of the file list's host"),
  importUrl: AddressText.nullish().describe("Where results go; default: of the file list's host"),
  keyPrefix: KeyPrefix.nullish().describe('Prefix of issue keys in tags; default: TEST_, REQ_ and TESTSET_'),
  issueUrl: AddressText.nullish().describe(
    'Where issues are looked at, for links in reports, e.g. https://acme.example/browse/',
  ),
  testEnvironments: TestEnvironments.nullish().describe(
    'Names of the service for environments, e.g. {Staging: ["STG"]}; default: the name of the environment',
  ),
  projectKey: ProjectKey.nullish().describe(
    'Project of the service for new executions, e.g. SHOP; default: that of the first test',
  ),
  statusMap: StatusMap.nullish().describe('Status names of the service, e.g. {undefined: "TODO"}'),
  info: UploadInfo.nullish().describe('Fields of the execution that uploads make, as the service wants them'),
};

const Dropped = z.array(z.string()).optional().describe('Stored credentials that were for another host');

export const configureFeatureServer = defineTool({
  name: 'configureFeatureServer',
  scope: 'write',
  title: 'Configure the feature server',
  summary:
    'Change where features come from and results go to; fields left out stay unchanged, null removes one. Plain tokens and client secrets are kept out of the project files, and dropped when another host is named.',
  input: SETTINGS,
  output: z.strictObject({
    featureServer: FeatureServerView,
    dropped: Dropped,
    warnings: z.array(z.string()).optional().describe('What the service will probably not take'),
  }),
  errors: ['forbidden'],
  examples: [
    {
      type: 'xray-cloud',
      fileListUrl: 'https://xray.cloud.getxray.app/api/v2/export/cucumber?filter=12345&fz=true',
      clientId: '{{env.CLIENT_ID}}',
      clientSecret: '{{secret.CLIENT_SECRET}}',
    },
  ],
  async run({ versionId: _version, projectId: _project, ...input }, { project, actor, isAtMachine }) {
    const { store, folder, testManagement } = project;
    let dropped: string[] = [];
    await editWholeProject({ project, actor }, 'configureFeatureServer', transaction => {
      const draft = transaction.project();
      const place = { transaction, folder, isAtMachine, own: testManagement.own };
      const result = configured(draft.integration, input, place);
      dropped = result.dropped;
      setOptional(draft, 'integration', result.settings ?? null);
    });
    testManagement.signOut();
    const misplaced = misplacedFields(input.info);
    return {
      featureServer: featureServerView({ store, testManagement }),
      ...(dropped.length === 0 ? {} : { dropped }),
      ...(misplaced === undefined ? {} : { warnings: [misplaced] }),
    };
  },
});

export const getFeatureServer = defineTool({
  name: 'getFeatureServer',
  scope: 'read',
  title: 'Get the feature server settings',
  summary: 'Get where features come from and results go to; of token and client secret only whether they are set.',
  output: z.strictObject({ featureServer: FeatureServerView }),
  run: (_input, { project }) => ({ featureServer: featureServerView(project) }),
});

const Setting = FeatureServer.keyof();

const StageView = z.strictObject({
  stage: Stage,
  ok: z.boolean(),
  ms: z.number(),
  status: z.number().int().optional().describe('Of HTTP'),
  message: ObservedText.optional().describe('What went wrong and what to do'),
  fields: z.array(Setting).optional().describe('Settings that the failure is about'),
  missing: z.array(Setting).optional().describe('Those of them that are needed and not set'),
  note: z.string().optional().describe('Where credentials of the environment went'),
});

const CheckedFeature = z.strictObject({
  file: z.string(),
  name: z.string(),
  scenarios: z.number().int(),
  message: ObservedText.optional().describe('Why the file cannot be read'),
});

const Checked = z.strictObject({
  ok: z.boolean(),
  stages: z.array(StageView),
  features: z.array(CheckedFeature),
  total: z.number().int().describe('Features found'),
  unreadable: z.number().int().describe('Those of them that cannot be read'),
  omitted: z.string().optional(),
});

export const checkFeatureServer = defineTool({
  name: 'checkFeatureServer',
  scope: 'read',
  title: 'Check the feature server',
  summary:
    'Check the feature server as it is configured: sign in again, fetch, unpack and match, without importing anything. ok: false with the stage that failed is an answer, not an error.',
  output: Checked,
  errors: ['invalid-project', 'stopped'],
  hints: { openWorld: true },
  run: async (_input, context) => checked(await connectionSettings(context.project), context),
});

export const tryFeatureServer = defineTool({
  name: 'tryFeatureServer',
  scope: 'write',
  title: 'Try feature server settings',
  summary:
    'Check settings of the feature server before they are stored: those that are configured, with the changes given. Credentials that are stored for another host are not sent. Nothing is stored or imported.',
  input: SETTINGS,
  output: Checked.extend({ dropped: Dropped }),
  errors: ['invalid-project', 'forbidden', 'stopped'],
  examples: [{ type: 'xray-cloud', fileListUrl: 'https://xray.cloud.getxray.app/api/v2/export/cucumber?filter=12345' }],
  hints: { openWorld: true, idempotent: true },
  async run({ versionId: _version, projectId: _project, ...input }, context) {
    const { source, dropped } = tried(input, context);
    const reply = await checked(await connectionSettings(context.project, source), context);
    return { ...reply, ...(dropped.length === 0 ? {} : { dropped }) };
  },
});

type Checking = Pick<ToolContext<'testManagement'>, 'project' | 'signal' | 'report'>;

async function checked(settings: ConnectionSettings, { project, signal, report }: Checking) {
  const { files, stages } = await project.testManagement.check(settings, {
    signal,
    onStage: countedStages(report),
  });
  const all = await checkedFeatures(files);
  const features = takeFitting(all);
  const left = all.length - features.length;
  const note = sentNote(settings, project.testManagement.own);
  return {
    ok: stages.every(({ ok }) => ok),
    stages: stages.map((stage, index) => (index === 0 && note !== undefined ? { ...stage, note } : stage)),
    features,
    total: all.length,
    unreadable: all.filter(({ message }) => message !== undefined).length,
    ...(left === 0 ? {} : { omitted: `${left} of ${all.length} features left out of this list.` }),
  };
}
