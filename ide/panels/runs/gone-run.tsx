import type { ProjectPlace } from '../../app/places.ts';
import { Failure } from '../../ui/failure.tsx';
import { PlaceLink } from '../shared/place-link.tsx';

interface GoneRunProps {
  runId: string;
  /** It was there before. */
  wasShown: boolean;
  place: ProjectPlace;
}

/** In place of a run that was deleted, or never was. */
export const GoneRun = ({ runId, wasShown, place: { projectId, versionId } }: GoneRunProps) => (
  <Failure
    title={wasShown ? `Run ${runId} was deleted` : `No run ${runId}`}
    message={wasShown ? 'Its results are gone for good.' : 'It was deleted, or its number is not right.'}
    actions={<PlaceLink place={{ tab: 'runs', projectId, versionId }}>All runs</PlaceLink>}
  />
);
