import {
  type CiJob,
  type CiTarget,
  commentLines,
  indent,
  installLines,
  isSharded,
  mergeLines,
  runLines,
  SHARDS_FOLDER,
  scriptText,
  shardLines,
  shardNumbers,
  shellWord,
} from './ci-job.ts';

/** Folders of this name are searched for JUnit. */
const FOLDER = 'test-reports';
const PLACES = { folder: FOLDER };

export const bitbucket: CiTarget = {
  title: 'Bitbucket Pipelines',
  fileName: 'bitbucket-pipelines.yml',
  syntax: 'yaml',
  secretStore: 'the repository variables, secured (Repository settings › Repository variables)',
  script: job =>
    scriptText([
      ...commentLines(job),
      `image: node:${job.options.nodeVersion}-bookworm`,
      '',
      'options:',
      `  max-time: ${Math.min(job.options.timeoutMinutes, LONGEST_STEP_MINUTES)}`,
      '',
      ...caches(job),
      'pipelines:',
      '  default:',
      ...indent(isSharded(job) ? shardSteps(job) : testsStep(job), 4),
    ]),
};

const LONGEST_STEP_MINUTES = 720;

const caches = ({ options }: CiJob): string[] =>
  options.cache ? ['definitions:', '  caches:', '    npm: ~/.npm', '    browser: ~/.cache/ms-playwright', ''] : [];

const stepOf = (job: CiJob, name: string, lines: readonly string[], artifacts: string): string[] => [
  '- step:',
  `    name: ${name}`,
  ...(job.options.cache ? ['    caches: [npm, browser]'] : []),
  '    script:',
  '      - |',
  ...indent([`export STEPLOOM_WORKSPACE=${shellWord(job.workspace)}`, ...lines], 8),
  '    artifacts:',
  `      - ${artifacts}/**`,
];

const testsStep = (job: CiJob): string[] =>
  stepOf(job, 'Steploom', ['set -e', ...installLines(job), ...runLines(job, PLACES)], FOLDER);

/** A step that fails ends the pipeline: what became of the tests is said by the last one, which has the reports. */
const shardSteps = (job: CiJob): string[] => [
  '- parallel:',
  '    steps:',
  ...indent(
    shardNumbers(job).flatMap(shard =>
      stepOf(
        job,
        `Steploom ${shard}/${job.options.shards}`,
        [
          'set -e',
          ...installLines(job),
          `mkdir -p ${SHARDS_FOLDER}`,
          'set +e',
          ...shardLines(job, { of: `${shard}/${job.options.shards}`, index: String(shard) }),
          `echo $? > ${SHARDS_FOLDER}/exit-code-${shard}`,
        ],
        SHARDS_FOLDER,
      ),
    ),
    6,
  ),
  ...stepOf(
    job,
    'Steploom reports',
    [
      'set -e',
      ...installLines({ ...job, options: { ...job.options, installBrowser: false } }),
      ...mergeLines(job, PLACES),
      `cat ${SHARDS_FOLDER}/exit-code-* | sort -n | tail -n 1 | { read -r code; exit "$code"; }`,
    ],
    FOLDER,
  ),
];
