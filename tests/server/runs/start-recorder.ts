import { join } from 'node:path';
import type { RunPlan } from '../../../model/protocol/bridge.ts';
import { RunArchive } from '../../../server/runs/record/run-archive.ts';
import { createRunRecorder, type RecorderOptions } from '../../../server/runs/record/run-recorder.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { handClock, MACHINE } from './run-fixture.ts';

/** A recorder of a run in a folder of its own. */
export async function startRecorder(plan: Omit<RunPlan, 'runId'>, more: Partial<RecorderOptions> = {}) {
  const folder = await temporaryDirectory();
  const archive = new RunArchive(join(folder.path, 'runs'));
  const runId = await archive.begin();
  const clock = handClock();
  const warnings: string[] = [];
  const recorder = createRunRecorder({
    archive,
    plan: { ...plan, runId },
    startedBy: 'Ann',
    clock,
    redact: text => text,
    log: { warn: (_facts, message) => warnings.push(message) },
    machine: MACHINE,
    ...more,
  });
  return { archive, runId, clock, warnings, recorder, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
