import { AppError } from '../../model/errors/errors.ts';
import { bareKeysOf } from '../../model/feature/issue-keys.ts';
import { counted } from '../../model/names/counted.ts';
import { findEnvironment } from '../../model/project/edits/environments.ts';
import type { Environment } from '../../model/project/environment.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import type { PlannedItem } from '../../model/protocol/bridge.ts';
import type { RunnableProject } from '../runs/plan/run-request.ts';
import { type CiChoice, chooseTests } from './choose-tests.ts';
import type { CiJob } from './ci-job.ts';
import { type CiOptions, withDefaults } from './ci-options.ts';
import { findRepository } from './find-repository.ts';
import { itemsOf, neededSecrets } from './needed-secrets.ts';

interface JobRequest {
  project: RunnableProject;
  content: VersionContent;
  workspaceFolder: string;
  choice: CiChoice;
  /** Code or name. */
  environment?: string | undefined;
  options: CiOptions;
}

interface DescribedJob {
  job: CiJob;
  counts: { tests: number; scenarios: number };
  warnings: readonly string[];
  notes: readonly string[];
}

/** Errors: `not-found`, `invalid-params`, `invalid-project` (nothing to run, upload without a feature server). */
export async function describeJob(request: JobRequest): Promise<DescribedJob> {
  const { project, content, choice, options } = request;
  const { suite, codes, title, counts, warnings, ...chosen } = await chooseTests(content, choice);
  const { project: file } = project.store.content;
  if (options.upload && file.integration === undefined)
    throw new AppError('invalid-project', 'The project has no feature server that takes results.', {
      field: 'options.upload',
      next: 'configureFeatureServer',
    });
  if (!options.upload && (options.planKey ?? options.fixVersion) !== undefined)
    throw new AppError('invalid-params', 'A plan and a version are for results that are uploaded: set upload, too.', {
      field: 'options.upload',
    });
  const named = request.environment;
  const wanted = named ?? file.defaultEnvironment;
  const environment = wanted === undefined ? content.environments.environments[0] : findEnvironment(content, wanted);
  const items = await itemsOf({ project, content, ...chosen });
  const secrets = neededSecrets({ project, content, items, environment });
  const repository = await findRepository(request.workspaceFolder);
  const { versionId } = content.version;
  return {
    job: {
      title: `${title} of the project ${project.projectId}`,
      suite,
      codes,
      tags: choice.tags,
      projectId: project.projectId,
      ...(versionId === file.defaultVersion ? {} : { versionId }),
      ...(named === undefined ? {} : { environment: wordFor(environment) }),
      workspace: repository.workspace,
      hasLockfile: repository.hasLockfile,
      secrets: secrets.names,
      options: withDefaults(options),
    },
    counts: { tests: counts.tests, scenarios: counts.scenarios },
    warnings: [
      ...warnings,
      ...redWarning(counts.redScenarios),
      ...keyWarning(items, options, file.integration?.keyPrefix),
      ...shardWarning(items, options),
      ...secrets.warnings,
    ],
    notes: notesOf(repository),
  };
}

/** A name is easier to read than a code, but shells and CI servers would interpret some names. */
const wordFor = (environment: Environment | undefined): string | undefined =>
  environment && (/^(?!e\d+$)[A-Za-z][\w.-]*$/.test(environment.name) ? environment.name : environment.environmentCode);

const redWarning = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${counted(count, 'scenario')} ${count === 1 ? 'has' : 'have'} steps that are not linked: they are reported as not implemented, and the job fails.`,
      ];

const keyWarning = (items: readonly PlannedItem[], { upload }: CiOptions, keyPrefix: string | undefined): string[] =>
  upload && items.every(({ scenario, test }) => bareKeysOf(scenario?.tags ?? test.tags ?? [], keyPrefix).length === 0)
    ? ['Nothing of this has the key of an issue among its tags, such as @SHOP-12: there will be no results to upload.']
    : [];

const shardWarning = ({ length }: readonly PlannedItem[], { shards = 1 }: CiOptions): string[] =>
  shards > 1 && shards > length
    ? [
        `There ${length === 1 ? 'is' : 'are'} only ${counted(length, 'item')} for ${shards} machines: some have nothing to run.`,
      ]
    : [];

function notesOf({ hasLockfile, isInRepository }: Awaited<ReturnType<typeof findRepository>>): string[] {
  return [
    hasLockfile
      ? 'Steploom must be in the lockfile of the repository. Otherwise set STEPLOOM_PACKAGE to the path or address of its package.'
      : 'There is no package-lock.json in the root of the repository: add one that has Steploom, or set STEPLOOM_PACKAGE to the path or address of its package.',
    ...(isInRepository
      ? []
      : [
          'The projects are in no git repository yet: commit them first. Paths in the script count from the folder that holds them.',
        ]),
  ];
}
