import { z } from 'zod';
import { ProjectId, VersionId } from '../../model/names/codes.ts';
import { CiUrl } from '../../model/project/ci-urls.ts';
import { runPath } from '../../model/run/run-address.ts';
import { equalCommand, secretVariables } from '../ci/ci-job.ts';
import { CI_REPORTS, CiOptions, CiUrlOptions } from '../ci/ci-options.ts';
import { issueCiUrl, revokeCiUrl } from '../ci/ci-urls.ts';
import { describeJob } from '../ci/describe-job.ts';
import { CI_TARGETS, type CiTargetName } from '../ci/index.ts';
import { reporters } from '../reports/index.ts';
import { type PlanParts, type ToolContext, toolsOf } from './define/define-tool.ts';
import { editWholeProject, versionOf } from './define/version.ts';

const defineTool = toolsOf('runs');

const TARGET_NAMES = Object.keys(CI_TARGETS).filter((name): name is CiTargetName => Object.hasOwn(CI_TARGETS, name));

const Target = z.enum(TARGET_NAMES);

const Word = z.string().min(1).max(1_000);
const Words = z.array(Word).max(500).optional();

const CHOICE = {
  suite: Word.optional().describe('Suite to run, by code or name'),
  test: Word.optional().describe('Test to run, by code or name; may be a suite'),
  tests: Words.describe('Several tests or modules, e.g. ["t57", "m1"]'),
  features: Words.describe('Features to run, e.g. ["f1"]'),
  scenarios: Words.describe('Scenarios to run, e.g. ["f1.s2"]'),
  tags: z.string().min(1).max(500).optional().describe('Only what has these tags, e.g. "@smoke and not @slow"'),
  environment: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Code or name; default: that of the project when the script runs'),
};

const SecretVariable = z.strictObject({ name: z.string(), use: z.string() });

export const getCITargets = defineTool({
  name: 'getCITargets',
  scope: 'read',
  title: 'List CI servers',
  summary:
    'List the CI servers that generateCIScript writes scripts for, and whether generateCIUrl asks for a password.',
  output: z.strictObject({
    targets: z.array(
      z.strictObject({
        target: Target,
        title: z.string(),
        fileName: z.string(),
        syntax: z.enum(['yaml', 'groovy', 'shell']),
      }),
    ),
    reports: z.array(z.strictObject({ report: z.enum(CI_REPORTS), title: z.string() })).describe('Reports it can make'),
    needsPassword: z.boolean().describe('Whether the project has a password'),
    canUpload: z.boolean().describe('Whether the project has a feature server that takes results'),
  }),
  run: (_input, { project }) => ({
    targets: TARGET_NAMES.map(target => {
      const { title, fileName, syntax } = CI_TARGETS[target];
      return { target, title, fileName, syntax };
    }),
    reports: CI_REPORTS.map(report => ({ report, title: reporters[report].title ?? report })),
    needsPassword: project.password.isSet,
    canUpload: project.store.content.project.integration !== undefined,
  }),
});

interface AskedJob extends z.output<z.ZodObject<typeof CHOICE>> {
  versionId?: string | undefined;
  options?: CiOptions | undefined;
}

function jobOf(asked: AskedJob, context: ToolContext<PlanParts>) {
  const { versionId, environment, options = {}, ...choice } = asked;
  const { project, workspace } = context;
  const content = versionOf(context, versionId);
  return describeJob({ project, content, workspaceFolder: workspace.folder, choice, environment, options });
}

export const generateCIScript = defineTool({
  name: 'generateCIScript',
  scope: 'read',
  title: 'Generate a CI script',
  summary:
    'Create the script with which a CI server runs a suite, tests, features or everything. It names the secrets to set there and holds none.',
  input: {
    target: Target.describe('CI server'),
    ...CHOICE,
    options: CiOptions.optional().describe('How the tests run and what becomes of the results'),
  },
  output: z.strictObject({
    target: Target,
    title: z.string(),
    fileName: z.string().describe('Where the CI server looks for it, from the root of the repository'),
    syntax: z.enum(['yaml', 'groovy', 'shell']),
    script: z.string(),
    command: z.string().describe('The same by hand'),
    counts: z.strictObject({ tests: z.number().int(), scenarios: z.number().int() }),
    secretStore: z.string().describe('Where the secrets are set'),
    secrets: z.array(SecretVariable).describe('Secrets to set there'),
    notes: z.array(z.string()).describe('What to set up'),
    warnings: z.array(z.string()).optional().describe('What keeps the job from passing'),
  }),
  errors: ['not-found', 'invalid-project'],
  examples: [
    { target: 'github', suite: 'Nightly', options: { retries: 1, upload: true } },
    { target: 'shell', test: 't57' },
  ],
  async run({ target: name, ...asked }, context) {
    const described = await jobOf(asked, context);
    const { job, counts, warnings } = described;
    const target = CI_TARGETS[name];
    return {
      target: name,
      title: target.title,
      fileName: target.fileName,
      syntax: target.syntax,
      script: target.script(job),
      command: equalCommand(job),
      counts,
      secretStore: target.secretStore,
      secrets: secretVariables(job),
      notes: [...described.notes, ...(target.notes?.(job) ?? [])],
      ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    };
  },
});

const USUAL_ORIGIN = 'http://127.0.0.1:4620';

export const generateCIUrl = defineTool({
  name: 'generateCIUrl',
  scope: 'write',
  title: 'Generate a CI URL',
  summary:
    'Create a signed address that stands for a suite, tests, features or everything. steploom run takes it until it is revoked; opening it starts nothing.',
  input: {
    ...CHOICE,
    password: z.string().max(200).optional().describe('Of the project, where it has one'),
    options: CiUrlOptions.optional().describe('How the tests run and what becomes of the results'),
  },
  output: z.strictObject({
    url: z.string(),
    command: z.string().describe('What runs it, in a folder that holds the project'),
    counts: z.strictObject({ tests: z.number().int(), scenarios: z.number().int() }),
  }),
  errors: ['not-found', 'invalid-project', 'forbidden', 'rate-limited'],
  examples: [{ suite: 'Nightly' }],
  async run({ password, ...asked }, context) {
    const { project, page, actor } = context;
    await project.password.confirm(password, actor.id);
    const described = await jobOf(asked, context);
    const { suite, codes, tags, environment: named, versionId: other, title } = described.job;
    const asVersion = VersionId.optional().parse(other);
    const projectId = ProjectId.parse(project.projectId);
    const { upload: publish, ...how } = asked.options ?? {};
    const what = { suite, codes, tags, environment: named, how: { ...how, publish } };
    const path = runPath({ projectId, versionId: asVersion, ...what });
    const wanted = { title, path, createdAt: new Date().toISOString(), createdBy: actor.name };
    const signed = await editWholeProject(context, 'generateCIUrl', transaction => issueCiUrl(transaction, wanted));
    const url = new URL(signed, page.addressOf(undefined) ?? USUAL_ORIGIN).href;
    return { url, command: `npx steploom run "${url}"`, counts: described.counts };
  },
});

export const getCIUrls = defineTool({
  name: 'getCIUrls',
  scope: 'read',
  title: 'List CI URLs',
  summary: 'List the CI URLs that were generated, the newest first, without their signatures.',
  output: z.strictObject({ urls: z.array(CiUrl) }),
  run: (_input, { project }) => ({ urls: [...(project.store.content.project.ciUrls?.issued ?? [])].reverse() }),
});

export const revokeCIUrl = defineTool({
  name: 'revokeCIUrl',
  scope: 'write',
  title: 'Revoke a CI URL',
  summary: 'Revoke a CI URL: steploom run refuses it wherever the project file says so.',
  input: { id: CiUrl.shape.id.describe('Its id, as getCIUrls lists it') },
  output: z.strictObject({ revoked: CiUrl }),
  errors: ['not-found'],
  examples: [{ id: '0f3a9c21d4e8' }],
  hints: { destructive: true, idempotent: true },
  async run({ id }, { project, actor }) {
    const revoked = await editWholeProject({ project, actor }, 'revokeCIUrl', transaction =>
      revokeCiUrl(transaction, id, new Date().toISOString()),
    );
    return { revoked };
  },
});
