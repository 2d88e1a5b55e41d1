import { AppError } from '../errors/errors.ts';

/** The last five are final. */
export const RUN_PHASES = [
  'idle',
  'starting',
  'running',
  'paused',
  'passed',
  'failed',
  'error',
  'stopped',
  'notImplemented',
] as const;
export type RunPhase = (typeof RUN_PHASES)[number];

/** From best to worst, for a run of several tests. */
export const OUTCOMES = ['passed', 'notImplemented', 'error', 'failed', 'stopped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type RunEvent =
  | { kind: 'start' }
  | { kind: 'began' }
  | { kind: 'ask-pause' }
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'finish'; outcome: Outcome };

export const isFinal = (phase: RunPhase): phase is Outcome => OUTCOMES.some(outcome => outcome === phase);

export const isUnderWay = (phase: string): boolean => phase === 'starting' || phase === 'running' || phase === 'paused';

const refusal = (phase: RunPhase, wanted: string): AppError =>
  isUnderWay(phase)
    ? new AppError('run-in-progress', `A run is ${phase}; it cannot be ${wanted}. Stop it first with stopTest.`, {
        next: 'stopTest',
        facts: { state: phase },
      })
    : new AppError('not-running', `No run is in progress (the last one is ${phase}), so nothing can be ${wanted}.`, {
        next: 'runTest',
        facts: { state: phase },
      });

/** Errors: `not-paused`, `not-running`. */
export function requirePaused(phase: RunPhase): void {
  if (phase === 'paused') return;
  if (!isUnderWay(phase)) throw refusal(phase, 'resumed or inspected');
  throw new AppError('not-paused', `The run is ${phase}, not paused. Pause it with pauseTest, or set a breakpoint.`, {
    next: 'pauseTest',
    facts: { state: phase },
  });
}

function requirePausable(phase: RunPhase): void {
  if (!isUnderWay(phase)) throw refusal(phase, 'paused');
  if (phase !== 'paused') return;
  throw new AppError('already-paused', 'The run is paused already. Continue with resumeTest.', {
    next: 'resumeTest',
    facts: { state: phase },
  });
}

/** Throws where the event is not possible now. */
export function nextPhase(phase: RunPhase, event: RunEvent): RunPhase {
  switch (event.kind) {
    case 'start':
      if (isUnderWay(phase)) throw refusal(phase, 'started');
      return 'starting';
    case 'began':
      if (phase !== 'starting') throw refusal(phase, 'begun');
      return 'running';
    case 'ask-pause':
      requirePausable(phase);
      return phase;
    case 'pause':
      if (phase !== 'running') throw refusal(phase, 'paused');
      return 'paused';
    case 'resume':
      requirePaused(phase);
      return 'running';
    case 'finish':
      if (!isUnderWay(phase)) throw refusal(phase, event.outcome === 'stopped' ? 'stopped' : 'finished');
      return event.outcome;
  }
}

/** By the order of `OUTCOMES`; skipped and running ones do not count. */
export function worstState<State extends Outcome>(
  results: readonly { state: State | 'skipped' | 'running' }[],
): State | 'passed' {
  let worst: State | 'passed' = 'passed';
  for (const { state } of results)
    if (state !== 'skipped' && state !== 'running' && OUTCOMES.indexOf(state) > OUTCOMES.indexOf(worst)) worst = state;
  return worst;
}
