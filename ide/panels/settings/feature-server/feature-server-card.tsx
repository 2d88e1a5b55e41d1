import { Card } from '../../../ui/card.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { FeatureServerForm } from './feature-server-form.tsx';
import { useFeatureServer } from './use-feature-server.ts';

const TITLE = 'Feature file server';

/** Where the features of the project come from, and where its results go. */
export function FeatureServerCard({ projectId }: { projectId: string }) {
  const { form, retry, ...stored } = useFeatureServer(projectId);
  if (form.phase === 'loading')
    return (
      <Card title={TITLE}>
        <SkeletonRows count={5} label="Loading the feature server" />
      </Card>
    );
  if (form.phase === 'failed')
    return (
      <Card title={TITLE}>
        <Failure title="The settings cannot be shown" message={form.message} onRetry={retry} />
      </Card>
    );
  return <FeatureServerForm title={TITLE} form={form.value} {...stored} />;
}
