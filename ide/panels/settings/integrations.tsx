import { useIdeState } from '../../app/context.tsx';
import { FeatureServerCard } from './feature-server/feature-server-card.tsx';

/** Services of others that the project works with. */
export function Integrations() {
  const projectId = useIdeState(state => state.project?.projectId);
  return projectId === undefined ? null : <FeatureServerCard key={projectId} projectId={projectId} />;
}
