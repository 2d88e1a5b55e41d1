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
  shardLines,
  yamlText,
} from './ci-job.ts';

/** Test results are read from folders below this one. */
const PLACES = { junit: 'junit/results.xml' };

export const circleci: CiTarget = {
  title: 'CircleCI',
  fileName: '.circleci/config.yml',
  syntax: 'yaml',
  secretStore: 'the environment variables of the project (Project settings › Environment variables)',
  script: job =>
    scriptText([
      ...commentLines(job),
      'version: 2.1',
      '',
      ...executor(job),
      '',
      'jobs:',
      ...indent(isSharded(job) ? [...shardsJob(job), ...mergeJob(job)] : testsJob(job), 2),
      '',
      'workflows:',
      '  steploom:',
      '    jobs:',
      '      - tests',
      ...(isSharded(job) ? ['      - reports:', '          requires:', '            - tests: [success, failed]'] : []),
    ]),
  notes: ({ options }) => [`The limit of ${options.timeoutMinutes} minutes counts while the tests say nothing.`],
};

const executor = ({ workspace, options }: CiJob): string[] => [
  'executors:',
  '  node:',
  '    docker:',
  `      - image: node:${options.nodeVersion}-bookworm`,
  '    environment:',
  `      STEPLOOM_WORKSPACE: ${yamlText(workspace)}`,
];

const testsJob = (job: CiJob): string[] => [
  'tests:',
  '  executor: node',
  '  steps:',
  ...indent([...setUp(job), ...runStep(job, runLines(job, PLACES)), ...reports(job), ...END], 4),
];

const shardsJob = (job: CiJob): string[] => {
  const lines = [
    'SHARD=$((CIRCLE_NODE_INDEX + 1))',
    ...shardLines(job, { of: '"$SHARD/$CIRCLE_NODE_TOTAL"', index: '"$SHARD"' }),
  ];
  return [
    'tests:',
    '  executor: node',
    `  parallelism: ${job.options.shards}`,
    '  steps:',
    ...indent([...setUp(job), ...runStep(job, lines)], 4),
    ...indent(['- persist_to_workspace:', '    root: .', `    paths: [${SHARDS_FOLDER}]`, ...END], 4),
  ];
};

const mergeJob = (job: CiJob): string[] => [
  'reports:',
  '  executor: node',
  '  steps:',
  ...indent(
    [
      ...setUp({ ...job, options: { ...job.options, installBrowser: false } }),
      '- attach_workspace:',
      '    at: .',
      '- run:',
      '    name: Merge the reports',
      '    command: |',
      ...indent(mergeLines(job, PLACES), 6),
      ...reports(job),
    ],
    4,
  ),
];

const setUp = (job: CiJob): string[] => {
  const { nodeVersion, cache } = job.options;
  const key = `steploom-node${nodeVersion}-{{ checksum "${job.hasLockfile ? 'package-lock.json' : '.circleci/config.yml'}" }}`;
  const install = ['- run:', '    name: Install', '    command: |', ...indent(installLines(job), 6)];
  if (!cache) return ['- checkout', ...install];
  return [
    '- checkout',
    '- restore_cache:',
    `    keys: ['${key}']`,
    ...install,
    '- save_cache:',
    `    key: '${key}'`,
    '    paths: [~/.npm, ~/.cache/ms-playwright]',
  ];
};

/** Keeps the job going whatever the tests end with; the last step exits with their code. */
const runStep = ({ options }: CiJob, lines: readonly string[]): string[] => [
  '- run:',
  '    name: Run the tests',
  `    no_output_timeout: ${options.timeoutMinutes}m`,
  '    command: |',
  `      mkdir -p ${REPORTS_FOLDER} ${SHARDS_FOLDER}`,
  '      set +e',
  ...indent(lines, 6),
  '      echo "export STEPLOOM_EXIT_CODE=$?" >> "$BASH_ENV"',
];

const END = ['- run:', '    name: Result of the tests', '    command: exit "$STEPLOOM_EXIT_CODE"'];

const reports = (job: CiJob): string[] => [
  ...(hasReport(job, 'junit') ? ['- store_test_results:', `    path: ${REPORTS_FOLDER}`] : []),
  '- store_artifacts:',
  `    path: ${REPORTS_FOLDER}`,
];
