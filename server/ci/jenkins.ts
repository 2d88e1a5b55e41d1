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
  shardNumbers,
} from './ci-job.ts';

export const jenkins: CiTarget = {
  title: 'Jenkins',
  fileName: 'Jenkinsfile',
  syntax: 'groovy',
  secretStore: 'the credentials of Jenkins: one of the kind “Secret text” for each, with the name as its ID',
  script: job =>
    scriptText([
      ...commentLines(job, '//'),
      'pipeline {',
      ...indent(isSharded(job) ? shardedPipeline(job) : plainPipeline(job), 2),
      '}',
    ]),
  notes: job => [
    `Plugins: Docker Pipeline, JUnit${hasReport(job, 'cucumber') ? ', Cucumber reports' : ''}.`,
    'STEPLOOM_PACKAGE, where it is used, is an environment variable of the folder or of Jenkins.',
  ],
};

const plainPipeline = (job: CiJob): string[] => [
  ...agent(job),
  ...settings(job),
  'stages {',
  ...indent(stage('Install', [], shell(installLines(job))), 2),
  ...indent(stage('Tests', secretsOfTests(job), shell(runLines(job))), 2),
  '}',
  ...reports(job),
];

const shardedPipeline = (job: CiJob): string[] => [
  'agent none',
  ...settings(job),
  'stages {',
  "  stage('Tests') {",
  '    matrix {',
  '      axes {',
  '        axis {',
  "          name 'SHARD'",
  `          values ${shardNumbers(job)
    .map(shard => `'${shard}'`)
    .join(', ')}`,
  '        }',
  '      }',
  ...indent(agent(job), 6),
  '      stages {',
  ...indent(shardStage(job), 8),
  '      }',
  '    }',
  '  }',
  ...indent(mergeStage(job), 2),
  '}',
];

/** A part that fails makes the build fail, and lets the reports be made all the same. */
const shardStage = (job: CiJob): string[] =>
  stage('Shard', secretsOfTests(job), [
    ...shell(installLines(job)),
    "catchError(buildResult: 'FAILURE', stageResult: 'FAILURE') {",
    ...indent(shell(shardLines(job, { of: `"$SHARD/${job.options.shards}"`, index: '"$SHARD"' })), 2),
    '}',
    `stash name: "shard-\${SHARD}", includes: '${SHARDS_FOLDER}/*.zip', allowEmpty: true`,
    ...shell(GIVE_BACK),
  ]);

const mergeStage = (job: CiJob): string[] => [
  "stage('Reports') {",
  ...indent(agent(job), 2),
  ...indent(credentials(secretsOfMerge(job)), 2),
  '  steps {',
  ...indent(
    [
      ...shell(installLines({ ...job, options: { ...job.options, installBrowser: false } })),
      ...shardNumbers(job).map(
        shard => `catchError(buildResult: 'FAILURE', stageResult: 'FAILURE') { unstash 'shard-${shard}' }`,
      ),
      ...shell(mergeLines(job)),
    ],
    4,
  ),
  '  }',
  ...indent(reports(job), 2),
  '}',
];

/** The container works as root, which may install the libraries of a browser. */
const agent = ({ options }: CiJob): string[] => [
  'agent {',
  '  docker {',
  `    image 'node:${options.nodeVersion}-bookworm'`,
  options.cache
    ? "    args '-u root -v steploom-npm:/root/.npm -v steploom-browser:/root/.cache/ms-playwright'"
    : "    args '-u root'",
  '  }',
  '}',
];

const settings = ({ options, workspace }: CiJob): string[] => [
  'options {',
  `  timeout(time: ${options.timeoutMinutes}, unit: 'MINUTES')`,
  '}',
  'environment {',
  "  CI = 'true'",
  "  HOME = '/root'",
  `  STEPLOOM_WORKSPACE = '${groovyText(workspace)}'`,
  '}',
];

const stage = (name: string, secrets: readonly string[], steps: readonly string[]): string[] => [
  `stage('${name}') {`,
  ...indent(credentials(secrets), 2),
  '  steps {',
  ...indent(steps, 4),
  '  }',
  '}',
];

const credentials = (secrets: readonly string[]): string[] =>
  secrets.length === 0 ? [] : ['environment {', ...secrets.map(name => `  ${name} = credentials('${name}')`), '}'];

const groovyText = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");

const shell = (lines: readonly string[]): string[] => ["sh '''", ...indent(lines.map(groovyText), 2), "'''"];

/** Hands files that root has made back to the user of Jenkins, who could not remove them. */
const GIVE_BACK = ['chown -R "$(stat -c %u:%g .)" .'];

const reports = (job: CiJob): string[] => [
  'post {',
  '  always {',
  ...indent(
    [
      ...(hasReport(job, 'junit') ? [`junit testResults: '${REPORTS_FOLDER}/junit.xml', allowEmptyResults: true`] : []),
      ...(hasReport(job, 'cucumber')
        ? [`cucumber fileIncludePattern: 'cucumber.json', jsonReportDirectory: '${REPORTS_FOLDER}'`]
        : []),
      `archiveArtifacts artifacts: '${REPORTS_FOLDER}/**', allowEmptyArchive: true`,
      ...shell(GIVE_BACK),
    ],
    4,
  ),
  '  }',
  '}',
];
