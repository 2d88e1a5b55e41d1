import { z } from 'zod';
import type { AppWindow } from '../../../model/protocol/app-window.ts';
import { AppError } from '../../../model/protocol/errors.ts';
import { ANSWER_WITHIN_MS, type ToolContext } from '../define-tool.ts';

const MOST_MS = 25_000;

/** How long a call to the page may take; no tool call lasts longer. */
export const TimeLimit = z.number().int().min(1).max(MOST_MS).optional().describe(`Default and most: ${MOST_MS}`);

/** The window that a tool looks at. */
export const WindowTarget = z.enum(['app', 'ide']).optional().describe('app (default): the application under test');

/** Errors: `ide-not-open`, for a window that is not there. */
export function requireApp(target: z.output<typeof WindowTarget>): void {
  if (target === 'ide')
    throw new AppError('ide-not-open', 'No IDE window is open for the project; target "app" is the app window.', {
      field: 'target',
      next: 'target: "app"',
    });
}

export const windowOf = ({ bridge, project }: ToolContext): AppWindow => bridge.app(project.projectId);

/** The page is given up a little before the call would become a job, so that its error says what was waited for. */
export const limitsOf = ({ signal }: ToolContext, timeoutMs = MOST_MS) => ({
  signal,
  timeoutMs: Math.min(timeoutMs, ANSWER_WITHIN_MS),
});

/** A run has the window for itself. Errors: `run-in-progress`. */
export function refuseDuringRun({ bridge, project }: ToolContext): void {
  const { state, runId } = bridge.status(project.projectId);
  if (state === 'starting' || state === 'running')
    throw new AppError(
      'run-in-progress',
      `Run ${runId} is ${state} in the app window. Wait for it, or stop it with stopTest.`,
      { next: 'stopTest', facts: { state } },
    );
}
