import type { RunStatus } from '../../../model/protocol/bridge.ts';
import type { ToolContext } from '../define/define-tool.ts';

const INTERVAL_MS = 1_000;
/** After so long within one action, half of it counts as done. */
const HALF_AFTER_MS = 10_000;

/**
 * Tells the caller once a second how far the run is, until it is disposed: by the actions of a single test, else by
 * tests, rows and scenarios.
 */
export function reportRun({ bridge, project, report }: Pick<ToolContext, 'bridge' | 'project' | 'report'>): Disposable {
  const way = new Way();
  const tell = () => {
    const status = bridge.status(project.projectId);
    const { state, action, done, total } = status;
    const title = action === undefined ? '' : `: ${action.title}`;
    report({ ...way.at(status), message: `${state}, ${done} of ${total} actions done${title}` });
  };
  const timer = setInterval(tell, INTERVAL_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Progress that rises with each look, also while nothing else does, and never reaches what comes next before it is there. */
class Way {
  #reached = -1;
  #since = 0;

  at({ done, total, item = { index: 0, count: 1, title: '' } }: RunStatus): { progress: number; total?: number } {
    const isSingle = item.count === 1;
    const part = Math.min(done, total);
    const reached = isSingle ? part : item.index + (total === 0 ? 0 : part / total);
    const step = isSingle ? 1 : 1 / Math.max(1, total);
    if (reached > this.#reached) {
      this.#reached = reached;
      this.#since = performance.now();
    }
    const waitedMs = performance.now() - this.#since;
    const progress = this.#reached + step * (waitedMs / (waitedMs + HALF_AFTER_MS));
    const whole = isSingle ? total : item.count;
    return { progress: Math.round(progress * 1_000) / 1_000, ...(whole === 0 ? {} : { total: whole }) };
  }
}
