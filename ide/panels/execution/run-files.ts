import type { ProjectPlace } from '../../app/places.ts';

/** Where the service has a file of a run. */
export const fileUrl = ({ projectId }: Pick<ProjectPlace, 'projectId'>, runId: string, file: string): string =>
  `/api/runs/${runId}/${file.split('/').map(encodeURIComponent).join('/')}?projectId=${projectId}`;
