import { AppError, renameField } from '../../../model/errors/errors.ts';
import type { ModuleCode, ScenarioReference, TestReference } from '../../../model/names/codes.ts';
import { findTest } from '../../../model/project/edits/tests.ts';
import type { RunRequest } from '../../runs/plan/plan-run.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { choiceIn } from './ide-choice.ts';
import { scenariosToRun } from './scenarios-to-run.ts';
import { versionOf } from './version.ts';

interface Wanted {
  moduleId?: ModuleCode | undefined;
  testId?: TestReference | undefined;
  scenario?: ScenarioReference | undefined;
  versionId?: string | undefined;
  ideId?: string | undefined;
}

type RunTarget = Pick<RunRequest, 'content' | 'targets' | 'scenarios'>;

const FIELDS = { test: 'testId', module: 'moduleId' };

const inScenario = (error: unknown): never => {
  throw renameField(error, () => 'scenario');
};

/** The test or scenario that a call names, else what is chosen in the IDE. Errors: `not-found`, `invalid-params`. */
export async function runTarget(context: ToolContext, wanted: Wanted): Promise<RunTarget> {
  const { testId, scenario, moduleId, versionId } = wanted;
  if (testId !== undefined && scenario !== undefined)
    throw new AppError('invalid-params', 'Give "testId" or "scenario", not both.', { field: 'scenario' });
  const isNamed = testId !== undefined || scenario !== undefined;
  const { content, selection } = isNamed
    ? { content: versionOf(context, versionId), selection: { testId, scenario } }
    : choiceIn(context, moduleId, wanted);
  if (selection.testId !== undefined)
    return { content, targets: [findTest(content, selection.testId, moduleId, FIELDS)] };
  if (selection.scenario === undefined) throw nothingChosen(moduleId);
  return await scenariosToRun(context, content, { scenarios: [selection.scenario] }).catch(inScenario);
}

function nothingChosen(moduleId: string | undefined): AppError {
  const what = moduleId === undefined ? 'neither a test nor a scenario' : `no test of module ${moduleId}`;
  return new AppError('invalid-params', `Name what to run: "testId" is missing, and ${what} is chosen in the IDE.`, {
    field: 'testId',
    next: 'navigateTo',
  });
}
