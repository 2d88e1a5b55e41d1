import type { Session } from '../../../app/session.ts';
import { LoadedCard } from '../parts/loaded-card.tsx';
import { FeatureServerForm } from './feature-server-form.tsx';
import type { ServerSettings } from './reply.ts';

const TITLE = 'Feature file server';

const readServer = async (session: Session): Promise<ServerSettings> =>
  (await session.call('getFeatureServer', {})).featureServer;

export const FeatureServerCard = ({ projectId }: { projectId: string }) => (
  <LoadedCard title={TITLE} read={readServer}>
    {(saved, { take }) => <FeatureServerForm title={TITLE} projectId={projectId} saved={saved} take={take} />}
  </LoadedCard>
);
