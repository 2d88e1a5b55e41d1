import type { Cli } from './cli.ts';

const KNOWN = {
  GITHUB_ACTIONS: 'GitHub Actions',
  GITLAB_CI: 'GitLab CI',
  JENKINS_URL: 'Jenkins',
  TF_BUILD: 'Azure Pipelines',
  CIRCLECI: 'CircleCI',
  BITBUCKET_BUILD_NUMBER: 'Bitbucket Pipelines',
  TEAMCITY_VERSION: 'TeamCity',
  BUILDKITE: 'Buildkite',
  TRAVIS: 'Travis CI',
  DRONE: 'Drone',
  APPVEYOR: 'AppVeyor',
  CODEBUILD_BUILD_ID: 'AWS CodeBuild',
  bamboo_planKey: 'Bamboo',
};

const NO = ['0', 'false'];

/** Returns `CI` where the build server is unknown; undefined elsewhere. */
export function buildServer(environment: Cli['environment']): string | undefined {
  const { CI = '' } = environment;
  if (NO.includes(CI.toLowerCase())) return undefined;
  const known = Object.entries(KNOWN).find(([variable]) => (environment[variable] ?? '') !== '');
  return known?.[1] ?? (CI === '' ? undefined : 'CI');
}
