import {
  type CiJob,
  type CiTarget,
  commentLines,
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
  shardNumbers,
  yamlText,
} from './ci-job.ts';

const PLACES = { further: ['github'] };
const filled = (expression: string): string => `\${{ ${expression} }}`;

const SHARD = filled('matrix.shard');
/** Each attempt has artifacts of its own, so a re-run of failed jobs keeps the earlier ones. */
const REPORTS = `steploom-reports-${filled('github.run_attempt')}`;

export const github: CiTarget = {
  title: 'GitHub Actions',
  fileName: '.github/workflows/steploom.yml',
  syntax: 'yaml',
  secretStore: 'the secrets of the repository (Settings › Secrets and variables › Actions)',
  script: job =>
    scriptText([
      ...commentLines(job),
      ...HEAD,
      ...indent(isSharded(job) ? [...shardsJob(job), '', ...mergeJob(job)] : testsJob(job), 2),
    ]),
  notes: () => [
    'Workflows of pull requests from forks get no secrets: tests that need them fail there.',
    'The reports are in the artifact “steploom-reports-1” of each run of the workflow, those of a second attempt in “steploom-reports-2”.',
  ],
};

const HEAD = [
  'name: Steploom',
  '',
  'on:',
  '  push:',
  '  pull_request:',
  '  workflow_dispatch:',
  '',
  'permissions:',
  '  contents: read',
  '',
  'jobs:',
];

const testsJob = (job: CiJob): string[] => [
  'tests:',
  ...indent(machine(job), 2),
  '  steps:',
  ...indent([...setUp(job), ...step('Run the tests', secretsOfTests(job), runLines(job, PLACES))], 4),
  ...indent(keep(REPORTS, REPORTS_FOLDER), 4),
];

const shardsJob = (job: CiJob): string[] => [
  'tests:',
  ...indent(machine(job), 2),
  '  strategy:',
  '    fail-fast: false',
  '    matrix:',
  `      shard: [${shardNumbers(job).join(', ')}]`,
  '  steps:',
  ...indent(setUp(job), 4),
  ...indent(
    step('Run the tests', secretsOfTests(job), shardLines(job, { of: `${SHARD}/${job.options.shards}`, index: SHARD })),
    4,
  ),
  // A part that is made again takes the place of the one before, so that both are not merged.
  ...indent([...keep(`steploom-shard-${SHARD}`, SHARDS_FOLDER), '    overwrite: true'], 4),
];

const mergeJob = (job: CiJob): string[] => [
  'reports:',
  '  needs: tests',
  '  if: always()',
  ...indent(machine(job), 2),
  '  steps:',
  ...indent(
    [
      ...setUp({ ...job, options: { ...job.options, installBrowser: false } }),
      '- uses: actions/download-artifact@v4',
      '  with:',
      '    pattern: steploom-shard-*',
      `    path: ${SHARDS_FOLDER}`,
      '    merge-multiple: true',
      ...step('Merge the reports', secretsOfMerge(job), mergeLines(job, PLACES)),
      ...keep(REPORTS, REPORTS_FOLDER),
    ],
    4,
  ),
];

const machine = ({ workspace, options }: CiJob): string[] => [
  'runs-on: ubuntu-latest',
  `timeout-minutes: ${options.timeoutMinutes}`,
  'env:',
  '  CI: "true"',
  `  STEPLOOM_WORKSPACE: ${yamlText(workspace)}`,
  `  STEPLOOM_PACKAGE: ${filled('vars.STEPLOOM_PACKAGE')}`,
];

const setUp = (job: CiJob): string[] => {
  const { nodeVersion, cache } = job.options;
  const caching = [
    '- name: Keep packages and browser between builds',
    '  uses: actions/cache@v4',
    '  with:',
    '    path: |',
    '      ~/.npm',
    '      ~/.cache/ms-playwright',
    `    key: steploom-${filled('runner.os')}-node${nodeVersion}-${filled("hashFiles('package-lock.json')")}`,
  ];
  return [
    '- uses: actions/checkout@v4',
    '- uses: actions/setup-node@v4',
    '  with:',
    `    node-version: ${yamlText(nodeVersion)}`,
    ...(cache ? caching : []),
    ...step('Install', [], installLines(job)),
  ];
};

const step = (name: string, secrets: readonly string[], lines: readonly string[]): string[] => [
  `- name: ${name}`,
  ...(secrets.length === 0
    ? []
    : ['  env:', ...secrets.map(secret => `    ${secret}: ${filled(`secrets.${secret}`)}`)]),
  '  run: |',
  ...indent(lines, 4),
];

const keep = (name: string, folder: string): string[] => [
  '- name: Keep the reports',
  '  if: always()',
  '  uses: actions/upload-artifact@v4',
  '  with:',
  `    name: ${name}`,
  `    path: ${folder}/`,
  '    if-no-files-found: ignore',
];
