import { stat } from 'node:fs/promises';
import type { RunId } from '../../../model/names/codes.ts';
import type { Run } from '../../../model/run/run.ts';
import { isFinal } from '../../../model/run/state.ts';
import { outcomesOf, type RunOutcomes } from './run-outcomes.ts';
import { type RunSummary, summarizeRun } from './run-summary.ts';

interface Known {
  stamp: string;
  /** Whole runs are large: they stay as long as the memory is not needed. */
  run: WeakRef<Run>;
  summary: RunSummary;
  /** Worked out when it is asked for. */
  outcomes?: RunOutcomes;
}

/** What was read of runs that have ended, while their files stay as they were: long ones take seconds to read. */
export class RunCache {
  readonly #known = new Map<RunId, Known>();

  run(runId: RunId, stamp: string | undefined): Run | undefined {
    return this.#get(runId, stamp)?.run.deref();
  }

  summary(runId: RunId, stamp: string | undefined): RunSummary | undefined {
    return this.#get(runId, stamp)?.summary;
  }

  outcomes(runId: RunId, stamp: string | undefined): RunOutcomes | undefined {
    const known = this.#get(runId, stamp);
    const run = known?.run.deref();
    if (known !== undefined && run !== undefined) known.outcomes ??= outcomesOf(run);
    return known?.outcomes;
  }

  keep(run: Run, stamp: string | undefined): void {
    if (stamp === undefined || !isFinal(run.state)) return;
    this.#known.set(run.runId, { stamp, run: new WeakRef(run), summary: summarizeRun(run) });
  }

  forget(runId: RunId): void {
    this.#known.delete(runId);
  }

  #get(runId: RunId, stamp: string | undefined): Known | undefined {
    const known = this.#known.get(runId);
    return stamp !== undefined && known?.stamp === stamp ? known : undefined;
  }
}

/** Changes whenever a file is replaced; undefined when it is not there. */
export async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}
