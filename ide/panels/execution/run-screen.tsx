import type { ProjectPlace } from '../../app/places.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonPage } from '../../ui/skeleton-page.tsx';
import { GoneRun } from '../runs/gone-run.tsx';
import { ReportScreen } from '../runs/report-screen.tsx';
import { CURRENT_VIEW } from '../runs/run-frame.tsx';
import { RunsScreen } from '../runs/runs-screen.tsx';
import { useFocusAfter } from '../runs/use-focus-after.ts';
import { useRun } from '../runs/use-run.ts';
import { ExecutionScreen } from './execution-screen.tsx';

/** All runs, how one goes, or its report. */
export function RunScreen({ place }: { place: ProjectPlace }) {
  const { runId } = place;
  return runId === undefined ? <RunsScreen place={place} /> : <OneRun place={place} runId={runId} />;
}

/** Both views show the same run, which is read once. */
function OneRun({ place, runId }: { place: ProjectPlace; runId: string }) {
  const { run, retry, isGone } = useRun(runId);
  const isReport = place.isReport === true;
  // The link that leads to a view goes with the view that it stands in.
  useFocusAfter(isReport, CURRENT_VIEW);
  if (isGone) return <GoneRun runId={runId} wasShown={run.phase === 'ready'} place={place} />;
  if (run.phase === 'failed') return <Failure title="The run cannot be shown" message={run.message} onRetry={retry} />;
  if (run.phase === 'loading') return <SkeletonPage label="The run is being read" boxes={1} rows={8} />;
  const shown = { place, reply: run.value, onUploaded: retry };
  return isReport ? <ReportScreen key={runId} {...shown} /> : <ExecutionScreen {...shown} />;
}
