/** How news of runs change the state. Pure. */
import type { NoticeOf, RunView } from '../../../model/protocol/channel/channel.ts';
import type { ActionResult } from '../../../model/run/run.ts';
import type { IdeState, Results } from '../state.ts';

export function takeRunEvent(state: IdeState, { projectId, event }: NoticeOf<'run/event'>): IdeState {
  if (projectId !== state.project?.projectId) return state;
  switch (event.kind) {
    case 'status':
      return { ...state, run: event.run, results: forRun(state.results, event.run) };
    case 'action-finished':
      return { ...state, appChanges: state.appChanges + 1, results: withResult(state.results, event.result) };
    case 'step-finished': {
      const { actions = [] } = event.result;
      return { ...state, appChanges: state.appChanges + 1, results: actions.reduce(withResult, state.results) };
    }
    case 'item-finished':
      if ('scenario' in event.item) return state;
      return { ...state, results: withTest(state.results, event.item.testCode, event.item.state) };
  }
}

/** A new run begins with no results of its own; how tests ended before stays. */
function forRun(results: Results, { runId }: RunView): Results {
  return runId === undefined || runId === results.runId ? results : { ...results, runId, actions: {} };
}

/** Results of plugged tests and of blocks stand below the action that brought them. */
function withResult(results: Results, result: ActionResult): Results {
  const below = result.actions ?? [];
  const { testCode, actionId } = result;
  const ofTest = { ...results.actions[testCode], [actionId]: result };
  return below.reduce(withResult, { ...results, actions: { ...results.actions, [testCode]: ofTest } });
}

const withTest = (results: Results, testCode: string, state: string): Results => ({
  ...results,
  tests: { ...results.tests, [testCode]: state },
});

/** The results of a run that ended before the page was there. */
export const takeResults = (
  state: IdeState,
  { runId, actions }: { runId: string; actions: readonly ActionResult[] },
): IdeState => ({ ...state, results: { ...actions.reduce(withResult, { ...state.results, actions: {} }), runId } });

/** How tests ended, newest run first. */
export const takeLastStates = (state: IdeState, runs: readonly { testCode?: string | undefined; state: string }[]) => {
  const older = Object.fromEntries(
    runs.toReversed().flatMap(run => (run.testCode === undefined ? [] : [[run.testCode, run.state]])),
  );
  return { ...state, results: { ...state.results, tests: { ...older, ...state.results.tests } } };
};
