import type { Envelope } from '@cucumber/messages';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { RunId } from '../../../model/names/codes.ts';
import { issueUrlOf } from '../../../model/project/feature-server.ts';
import type { ProjectContent } from '../../../model/project/version-content.ts';
import { type ItemResult, isScenario, type Run } from '../../../model/run/run.ts';
import { isFinal } from '../../../model/run/state.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import { readRelease } from '../../process/package-root.ts';
import { describeMachine } from '../messages/machine.ts';
import { redactItem } from './redact-results.ts';
import type { RunArchive } from './run-archive.ts';
import type { FinishedRun } from './run-watcher.ts';

interface FinishedRunSource {
  runs: RunArchive;
  content: ProjectContent;
  redact: Redactor;
}

/** Masks secrets that became known since. Errors: `not-found`, `run-in-progress`, `damaged-file`. */
export async function readFinishedRun(stored: FinishedRunSource, runId: RunId): Promise<FinishedRun> {
  const { runs, redact } = stored;
  const run = await runs.read(runId);
  if (!isFinal(run.state))
    throw new AppError(
      'run-in-progress',
      `Run ${runId} is ${run.state}; its reports are available when it has ended.`,
      {
        next: 'getTestStatus',
        facts: { state: run.state },
      },
    );
  const { integration } = stored.content.project;
  return {
    run: masked(run, redact),
    messages: await messagesOf(stored, run),
    folder: runs.path(runId),
    keyPrefix: integration?.keyPrefix,
    issueUrl: issueUrlOf(integration),
  };
}

async function messagesOf(stored: FinishedRunSource, run: Run): Promise<Envelope[]> {
  try {
    return await stored.runs.readMessages(run.runId, stored.redact);
  } catch (error) {
    if (!isAppError(error, 'not-found')) throw error;
    return await madeNow(stored, run).catch(() => Promise.reject(error));
  }
}

/** `goesOn`: a run under way, whose record may lag. */
export async function lastFinished(runs: RunArchive, goesOn?: RunId): Promise<RunId | undefined> {
  for (const runId of await runs.list()) {
    const run = runId === goesOn ? undefined : await runs.summary(runId);
    if (run !== undefined && isFinal(run.state)) return runId;
  }
  return undefined;
}

/** For a run whose process died. Fails where a feature file has changed since. */
async function madeNow({ content, redact }: FinishedRunSource, run: Run): Promise<Envelope[]> {
  const files = content.versions.get(run.versionId)?.featureFiles ?? [];
  const { runMessages } = await import('../messages/run-messages.ts');
  const features = new Map(files.map(({ file, text }) => [file, text]));
  return runMessages(masked(run, redact), describeMachine(readRelease()), features);
}

function masked(run: Run, redact: Redactor): Run {
  const { items, scenarios, reason } = run;
  const mask = (item: ItemResult) => redactItem(item, item, redact);
  return {
    ...run,
    ...(reason === undefined ? {} : { reason: redact(reason) }),
    items: items.map(mask).flatMap(item => (isScenario(item) ? [] : [item])),
    scenarios: scenarios?.map(mask).filter(isScenario),
  };
}
