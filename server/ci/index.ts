/** The registry of servers of CI that scripts are made for. A target knows jobs, not projects. */
import { azure } from './azure.ts';
import { bitbucket } from './bitbucket.ts';
import type { CiTarget } from './ci-job.ts';
import { circleci } from './circleci.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { jenkins } from './jenkins.ts';
import { shell } from './shell.ts';

export const CI_TARGETS = { github, gitlab, jenkins, azure, circleci, bitbucket, shell } satisfies Record<
  string,
  CiTarget
>;

export type CiTargetName = keyof typeof CI_TARGETS;
