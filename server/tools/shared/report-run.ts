import type { ToolContext } from '../define-tool.ts';

const INTERVAL_MS = 1_000;

/** Tells the caller once a second how far the run is, until it is disposed. Progress counts seconds. */
export function reportRun({ bridge, project, report }: Pick<ToolContext, 'bridge' | 'project' | 'report'>): Disposable {
  const tell = () => {
    const { state, action, done, total, elapsedMs } = bridge.status(project.projectId);
    const title = action === undefined ? '' : `: ${action.title}`;
    report({
      progress: Math.round(elapsedMs / 100) / 10,
      message: `${state}, ${done} of ${total} actions done${title}`,
    });
  };
  const timer = setInterval(tell, INTERVAL_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
