import {
  type CiJob,
  type CiTarget,
  commentLines,
  hasReport,
  indent,
  installLines,
  isSharded,
  mergeLines,
  REPORTS_FOLDER,
  runLines,
  SHARDS_FOLDER,
  scriptText,
  secretsOfMerge,
  secretsOfTests,
  shardLines,
  yamlText,
} from './ci-job.ts';

/** The name that the service looks for by itself. */
const PLACES = { junit: 'TEST-steploom.xml' };

/** Azure refuses an artifact whose name an earlier attempt has taken. */
const ATTEMPT = '$(System.JobAttempt)';

export const azure: CiTarget = {
  title: 'Azure Pipelines',
  fileName: 'azure-pipelines.yml',
  syntax: 'yaml',
  secretStore: 'the variables of the pipeline, kept secret (Edit › Variables)',
  script: job =>
    scriptText([
      ...commentLines(job),
      'trigger:',
      '- "*"',
      '',
      'pool:',
      '  vmImage: ubuntu-latest',
      '',
      'variables:',
      `  STEPLOOM_WORKSPACE: ${yamlText(job.workspace)}`,
      '  npm_config_cache: $(Pipeline.Workspace)/.npm',
      '  PLAYWRIGHT_BROWSERS_PATH: $(Pipeline.Workspace)/.browsers',
      '',
      'jobs:',
      ...(isSharded(job) ? [...shardsJob(job), ...mergeJob(job)] : testsJob(job)),
    ]),
  notes: () => [
    'Every secret that the script names must be there: Azure passes on the name of one that is not.',
    'STEPLOOM_PACKAGE, where it is used, is a variable of the pipeline that is not secret.',
  ],
};

const testsJob = (job: CiJob): string[] => [
  '- job: tests',
  `  timeoutInMinutes: ${job.options.timeoutMinutes}`,
  '  steps:',
  ...indent([...setUp(job), ...step('Run the tests', secretsOfTests(job), runLines(job, PLACES)), ...reports(job)], 2),
];

const shardsJob = (job: CiJob): string[] => [
  '- job: tests',
  `  timeoutInMinutes: ${job.options.timeoutMinutes}`,
  '  strategy:',
  `    parallel: ${job.options.shards}`,
  '  steps:',
  ...indent(
    [
      ...setUp(job),
      ...step(
        'Run the tests',
        secretsOfTests(job),
        shardLines(job, {
          of: '"$(System.JobPositionInPhase)/$(System.TotalJobsInPhase)"',
          index: '"$(System.JobPositionInPhase)"',
        }),
      ),
      ...keep(`steploom-shard-$(System.JobPositionInPhase)-${ATTEMPT}`, SHARDS_FOLDER),
    ],
    2,
  ),
];

const mergeJob = (job: CiJob): string[] => [
  '- job: reports',
  '  dependsOn: tests',
  '  condition: succeededOrFailed()',
  `  timeoutInMinutes: ${job.options.timeoutMinutes}`,
  '  steps:',
  ...indent(
    [
      ...setUp({ ...job, options: { ...job.options, installBrowser: false } }),
      '- task: DownloadPipelineArtifact@2',
      '  displayName: Get the parts of all machines',
      '  inputs:',
      '    itemPattern: "**/*.zip"',
      '    targetPath: $(Pipeline.Workspace)/parts',
      ...step(
        'Put the parts together',
        [],
        [
          `mkdir -p ${SHARDS_FOLDER}`,
          '# Of a machine that was tried again, the last attempt counts.',
          `find "$PIPELINE_WORKSPACE/parts" -path '*steploom-shard-*' -name '*.zip' | sort -V |`,
          `  while read -r part; do cp "$part" ${SHARDS_FOLDER}/; done`,
        ],
      ),
      ...step('Merge the reports', secretsOfMerge(job), mergeLines(job, PLACES)),
      ...reports(job),
    ],
    2,
  ),
];

const setUp = (job: CiJob): string[] => {
  const { nodeVersion, cache } = job.options;
  const key = ['steploom', `node${nodeVersion}`, '"$(Agent.OS)"', ...(job.hasLockfile ? ['package-lock.json'] : [])];
  const caching = (name: string, path: string) => [
    '- task: Cache@2',
    `  displayName: Keep ${name} between builds`,
    '  inputs:',
    `    key: '${[name, ...key].join(' | ')}'`,
    `    path: ${path}`,
  ];
  return [
    '- checkout: self',
    '- task: UseNode@1',
    '  inputs:',
    `    version: ${yamlText(nodeVersion.includes('.') ? nodeVersion : `${nodeVersion}.x`)}`,
    ...(cache
      ? [...caching('packages', '$(npm_config_cache)'), ...caching('browser', '$(PLAYWRIGHT_BROWSERS_PATH)')]
      : []),
    ...step('Install', [], installLines(job)),
  ];
};

/** Secrets reach only steps that name them. */
const step = (name: string, secrets: readonly string[], lines: readonly string[]): string[] => [
  '- script: |',
  ...indent(['set -e', ...lines], 4),
  `  displayName: ${name}`,
  ...(secrets.length === 0 ? [] : ['  env:', ...secrets.map(secret => `    ${secret}: $(${secret})`)]),
];

const keep = (name: string, folder: string): string[] => [
  '- task: PublishPipelineArtifact@1',
  '  displayName: Keep the reports',
  '  condition: succeededOrFailed()',
  '  continueOnError: true',
  '  inputs:',
  `    targetPath: ${folder}`,
  `    artifact: ${name}`,
];

const reports = (job: CiJob): string[] => [
  ...(hasReport(job, 'junit')
    ? [
        '- task: PublishTestResults@2',
        '  displayName: Show the results',
        '  condition: succeededOrFailed()',
        '  inputs:',
        '    testResultsFormat: JUnit',
        `    testResultsFiles: ${REPORTS_FOLDER}/${PLACES.junit}`,
        '    testRunTitle: Steploom',
        '    failTaskOnMissingResultsFile: false',
      ]
    : []),
  ...keep(`steploom-reports-${ATTEMPT}`, REPORTS_FOLDER),
];
