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

export const gitlab: CiTarget = {
  title: 'GitLab CI',
  fileName: '.gitlab-ci.yml',
  syntax: 'yaml',
  secretStore: 'the CI/CD variables of the project, masked (Settings › CI/CD › Variables)',
  script: job =>
    scriptText([
      ...commentLines(job),
      ...head(job),
      '',
      ...(isSharded(job) ? [...shardsJob(job), '', ...mergeJob(job)] : testsJob(job)),
    ]),
  notes: () => [
    'Protected variables reach protected branches only: leave that off for secrets that all branches need.',
    'Where there is a .gitlab-ci.yml already, add the jobs of this one to it.',
  ],
};

const head = (job: CiJob): string[] => {
  const { nodeVersion, cache, timeoutMinutes } = job.options;
  return [
    'default:',
    `  image: node:${nodeVersion}-bookworm`,
    `  timeout: ${timeoutMinutes} minutes`,
    ...(cache
      ? [
          '  cache:',
          '    key:',
          '      files:',
          '        - package-lock.json',
          '    paths:',
          '      - .npm/',
          '      - .browsers/',
        ]
      : []),
    '',
    'variables:',
    `  STEPLOOM_WORKSPACE: ${yamlText(job.workspace)}`,
    '  npm_config_cache: "$CI_PROJECT_DIR/.npm"',
    '  PLAYWRIGHT_BROWSERS_PATH: "$CI_PROJECT_DIR/.browsers"',
  ];
};

const testsJob = (job: CiJob): string[] => [
  'steploom:',
  ...indent(scriptOf([...installLines(job), ...runLines(job)]), 2),
  ...indent(reports(job), 2),
];

const shardsJob = (job: CiJob): string[] => [
  'steploom:',
  `  parallel: ${job.options.shards}`,
  ...indent(
    scriptOf([
      ...installLines(job),
      ...shardLines(job, { of: '"$CI_NODE_INDEX/$CI_NODE_TOTAL"', index: '"$CI_NODE_INDEX"' }),
    ]),
    2,
  ),
  '  artifacts:',
  '    when: always',
  '    paths:',
  `      - ${SHARDS_FOLDER}/`,
  '    expire_in: 1 day',
];

const mergeJob = (job: CiJob): string[] => [
  'steploom-reports:',
  '  stage: .post',
  '  when: always',
  '  needs: [steploom]',
  ...indent(
    scriptOf([...installLines({ ...job, options: { ...job.options, installBrowser: false } }), ...mergeLines(job)]),
    2,
  ),
  ...indent(reports(job), 2),
];

const scriptOf = (lines: readonly string[]): string[] => ['script:', '  - |', ...indent(lines, 4)];

const reports = (job: CiJob): string[] => [
  'artifacts:',
  '  when: always',
  '  paths:',
  `    - ${REPORTS_FOLDER}/`,
  ...(hasReport(job, 'junit') ? ['  reports:', `    junit: ${REPORTS_FOLDER}/junit.xml`] : []),
  '  expire_in: 30 days',
];
