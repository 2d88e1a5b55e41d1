import { RunId } from '../../../model/names/codes.ts';
import { Module } from '../../../model/project/module.ts';
import { Test } from '../../../model/project/test.ts';
import type { RunPlan } from '../../../model/protocol/bridge.ts';
import type { AppAddresses } from './app-addresses.ts';
import { planRun, type RunnableProject, type RunRequest, withRunId } from './plan-run.ts';

interface Parts {
  project: RunnableProject;
  apps: AppAddresses;
}

type Wanted = Pick<RunRequest, 'content' | 'role' | 'environment' | 'isTried'>;

/** A plan with a test that does nothing: signing in for it is all there is to do. Errors: those of `planRun`. */
export async function planSignIn({ project, apps }: Parts, wanted: Wanted): Promise<RunPlan> {
  const test = Test.parse({ testCode: 't999999999', name: 'Sign in', type: 'web', actions: [] });
  const module = Module.parse({ format: 1, moduleCode: 'm999999999', name: 'Sign in', rank: 1, tests: [test] });
  const request = { ...wanted, targets: [{ module, test }], screenshots: 'off' } as const;
  return withRunId(await planRun(project, apps, request), RunId.parse('r999999999'));
}
