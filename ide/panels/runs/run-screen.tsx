import type { ProjectPlace } from '../../app/places.ts';
import { ExecutionScreen } from '../execution/execution-screen.tsx';
import { ReportScreen } from './report-screen.tsx';
import { RunsScreen } from './runs-screen.tsx';

/** All runs, how one goes, or its report. */
export function RunScreen({ place }: { place: ProjectPlace }) {
  const { runId, isReport } = place;
  if (runId === undefined) return <RunsScreen place={place} />;
  return isReport ? <ReportScreen place={place} runId={runId} /> : <ExecutionScreen place={place} runId={runId} />;
}
