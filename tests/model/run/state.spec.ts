import { describe, expect, test } from 'vitest';
import { isAppError } from '../../../model/errors/errors.ts';
import { nextPhase, RUN_PHASES, type RunEvent, type RunPhase, requirePaused } from '../../../model/run/state.ts';

/** The phase that follows, or the kind of the refusal. */
function outcomeOf(phase: RunPhase, event: RunEvent): string {
  try {
    return nextPhase(phase, event);
  } catch (error) {
    if (!isAppError(error)) throw error;
    expect(error.detail.facts).toEqual({ state: phase });
    return error.kind;
  }
}

const NOT_UNDER_WAY = ['idle', 'passed', 'failed', 'error', 'stopped', 'notImplemented'] as const;

/** What comes of an event in `starting`, `running` and `paused`, and in all other phases. */
const TABLE: [RunEvent, [string, string, string, string]][] = [
  [{ kind: 'start' }, ['run-in-progress', 'run-in-progress', 'run-in-progress', 'starting']],
  [{ kind: 'began' }, ['running', 'run-in-progress', 'run-in-progress', 'not-running']],
  [{ kind: 'ask-pause' }, ['starting', 'running', 'already-paused', 'not-running']],
  [{ kind: 'pause' }, ['run-in-progress', 'paused', 'run-in-progress', 'not-running']],
  [{ kind: 'resume' }, ['not-paused', 'not-paused', 'running', 'not-running']],
  [{ kind: 'finish', outcome: 'passed' }, ['passed', 'passed', 'passed', 'not-running']],
  [{ kind: 'finish', outcome: 'stopped' }, ['stopped', 'stopped', 'stopped', 'not-running']],
];

describe('a run', () => {
  test.each(TABLE)(
    'a run accepts the event %j only in the phases that allow it',
    (event, [starting, running, ...rest]) => {
      const [paused, others] = rest;
      expect(outcomeOf('starting', event)).toBe(starting);
      expect(outcomeOf('running', event)).toBe(running);
      expect(outcomeOf('paused', event)).toBe(paused);
      for (const phase of NOT_UNDER_WAY) expect([phase, outcomeOf(phase, event)]).toEqual([phase, others]);
    },
  );

  test('a run can be inspected only while it is paused', () => {
    const open = RUN_PHASES.filter(phase => {
      try {
        requirePaused(phase);
        return true;
      } catch {
        return false;
      }
    });
    expect(open).toEqual(['paused']);
  });
});
