import type { Action } from '../../../model/actions/index.ts';
import { ModuleCode, RunId, TestCode } from '../../../model/names/codes.ts';
import { SIGNED_OUT } from '../../../model/project/authentication.ts';
import { Module } from '../../../model/project/module.ts';
import { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { RunPlan } from '../../../model/protocol/bridge.ts';
import type { AppAddresses } from './app-addresses.ts';
import { planRun, withRunId } from './plan-run.ts';
import type { RunnableProject, RunRequest } from './run-request.ts';

interface SignInPlanning {
  project: RunnableProject;
  apps: AppAddresses;
}

type SignInWanted = Pick<RunRequest, 'content' | 'role' | 'environment' | 'isTried'>;

/** A test without actions: only its sign-in is performed. Errors: those of `planRun`. */
export async function planSignIn({ project, apps }: SignInPlanning, wanted: SignInWanted): Promise<RunPlan> {
  const test = Test.parse({ testCode: 't999999999', name: 'Sign in', type: 'web', actions: [] });
  const module = Module.parse({ format: 1, moduleCode: 'm999999999', name: 'Sign in', rank: 1, tests: [test] });
  const request = { ...wanted, targets: [{ module, test }], screenshots: 'off' } as const;
  return withRunId(await planRun(project, apps, request), RunId.parse('r999999999'));
}

const NAME = 'Live page';
/** Codes that no module, test or run of a project has. */
const MODULE = ModuleCode.parse('m999999999');
const TEST = TestCode.parse('t999999999');
const RUN = RunId.parse('r999999999');

interface ActionPlanning {
  content: VersionContent;
  action: Action;
  environment?: string | undefined;
  /** Default: that of the project. */
  timeoutMs?: number | undefined;
}

/** Errors: those of `planRun`. */
export async function planAction(
  project: RunnableProject,
  apps: AppAddresses,
  { content, action, environment, timeoutMs }: ActionPlanning,
): Promise<RunPlan> {
  // Nobody is signed in for the action: the live page is used as it is.
  const actors = action.actor === undefined ? {} : { actors: [{ name: action.actor }] };
  const test = { testCode: TEST, name: NAME, type: 'web' as const, role: SIGNED_OUT, ...actors, actions: [action] };
  const module = { format: 1 as const, moduleCode: MODULE, name: NAME, rank: 0, tests: [test] };
  const where = { context: 'live', screenshots: 'off' } as const;
  const request = { content, targets: [{ module, test }], environment, timeoutMs, ...where };
  return withRunId(await planRun(project, apps, request), RUN);
}
