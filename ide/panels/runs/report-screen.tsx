import type { ProjectPlace } from '../../app/places.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonPage } from '../../ui/skeleton-page.tsx';
import { RunDetails } from './run-details.tsx';
import { RunFrame } from './run-frame.tsx';
import { useRun } from './use-run.ts';

interface ReportScreenProps {
  place: ProjectPlace;
  runId: string;
}

/** What became of a run, what did not pass first. */
export function ReportScreen({ place, runId }: ReportScreenProps) {
  const { run, retry } = useRun(runId);
  if (run.phase === 'failed') return <Failure title="The run cannot be shown" message={run.message} onRetry={retry} />;
  if (run.phase === 'loading') return <SkeletonPage label="The run is being read" boxes={1} rows={8} />;
  return (
    <RunFrame reply={run.value} place={place} onUploaded={retry} tools={null}>
      <RunDetails reply={run.value} place={place} />
    </RunFrame>
  );
}
