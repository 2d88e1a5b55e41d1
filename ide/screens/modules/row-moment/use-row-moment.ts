import { useEffect, useMemo } from 'react';
import type { RunId } from '../../../../model/names/codes.ts';
import type { OpenTest } from '../../../../model/protocol/channel/project-view.ts';
import type { ActionResult } from '../../../../model/run/run.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { type IdeState, openTestOf } from '../../../app/state.ts';
import { isRunning } from '../../../commands/command.ts';
import type { StripFrame } from '../../runs/execution/film-strip.tsx';

export interface ShownMoment {
  runId: RunId;
  action: ActionResult;
  moment: number;
  /** Of the row after it, then of the one before. */
  neighbours: readonly number[];
  frames: readonly StripFrame[];
  /** Of the last run in which the action passed, where it has failed since. */
  passed?: { runId: RunId; moment: number } | undefined;
}

/** Empty: nothing does. A further reason asks for the live page anew, such as an editor that opens while a run is paused. */
function reasonsForLive(state: IdeState): string {
  const { isPointing, editing, adding } = state.view;
  const reasons = [
    isRunning(state) && 'run',
    state.recording.isOn && 'recording',
    isPointing === true && 'pointing',
    adding?.isPicking === true && 'picking',
    editing,
  ];
  return reasons.filter(Boolean).join(' ');
}

/** The moment kept of the chosen row; `isLive`: the live page is wanted instead. */
export function useRowMoment({ testId, actionId }: ProjectPlace) {
  const { store } = useIde();
  const key = testId === undefined || actionId === undefined ? undefined : `${testId}/${actionId}`;
  const reasons = useIdeState(reasonsForLive);
  useEffect(() => store.setView({ momentOf: key }), [store, key]);
  useEffect(() => {
    if (reasons !== '') store.setView({ momentOf: undefined });
  }, [store, reasons]);
  const isLive = useIdeState(state => state.view.momentOf !== key);
  const last = useIdeState(({ results }) => (testId === undefined ? undefined : results.last[testId]));
  const results = useIdeState(state => (testId === undefined ? undefined : state.results.actions[testId]));
  const test = useIdeState(state => openTestOf(state, testId));
  const action = actionId === undefined ? undefined : results?.[actionId];
  const frames = useMemo(() => framesOf(test?.actions ?? [], results ?? {}), [test, results]);
  if (last === undefined || action?.moment === undefined) return { isLive, shown: undefined };
  const at = frames.findIndex(({ key }) => key === actionId);
  const neighbours = [at + 1, at - 1].flatMap(index => frames[index]?.moment ?? []);
  const { runId, failure: { path = [], lastPassed } = {} } = last;
  const isFailed = path.at(-1)?.actionId === actionId;
  const passed =
    isFailed && lastPassed?.moment !== undefined ? { runId: lastPassed.runId, moment: lastPassed.moment } : undefined;
  const shown: ShownMoment = { runId, action, moment: action.moment, neighbours, frames, passed };
  return { isLive, shown };
}

const framesOf = (actions: OpenTest['actions'], results: Readonly<Record<string, ActionResult>>): StripFrame[] =>
  actions.flatMap(({ actionId }) => {
    const { title, state, moment, actor, testCode } = results[actionId] ?? {};
    return title === undefined || state === undefined || state === 'skipped'
      ? []
      : [{ key: actionId, title, state, moment, actor, testCode }];
  });
