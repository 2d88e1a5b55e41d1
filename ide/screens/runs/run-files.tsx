/** Files of a run are fetched by the session: the service refuses what browsers request by themselves. */
import { useIntersection } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { isAppError } from '../../../model/errors/errors.ts';
import { messageOf } from '../../app/bridge-client.ts';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { fetchFile } from '../../parts/save-file.ts';
import { TextButton } from '../../ui/text-button.tsx';

export const fileUrl = ({ projectId }: Pick<ProjectPlace, 'projectId'>, runId: string, file: string): string =>
  `/api/runs/${runId}/${file.split('/').map(encodeURIComponent).join('/')}?projectId=${projectId}`;

interface RunPicture {
  /** An object URL, revoked once something else is fetched. */
  shown?: string;
  problem?: string;
}

/** The picture that is shown stays until the next one is loaded. */
export function useRunPicture(url: string | undefined, what: 'screenshot' | 'video' = 'screenshot'): RunPicture {
  const { session } = useIde();
  const [picture, setPicture] = useState<RunPicture>({});
  useEffect(() => {
    if (url === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    fetchFile(session, url, signal).then(
      blob => signal.aborted || setPicture({ shown: URL.createObjectURL(blob) }),
      error => signal.aborted || setPicture({ problem: problemOf(error, what) }),
    );
    return () => leaving.abort();
  }, [session, url, what]);
  const { shown } = picture;
  useEffect(() => () => (shown === undefined ? undefined : URL.revokeObjectURL(shown)), [shown]);
  return picture;
}

function problemOf(error: unknown, what: string): string {
  if (isAppError(error, 'not-found')) return `This ${what} no longer exists.`;
  return `The ${what} could not be loaded: ${messageOf(error)}`;
}

export function VideoPlayer({ url, name, className }: { url: string; name: string; className?: string | undefined }) {
  const [isWanted, setWanted] = useState(false);
  const { shown, problem } = useRunPicture(isWanted ? url : undefined, 'video');
  if (problem !== undefined) return <p className={className}>{problem}</p>;
  if (shown === undefined)
    return <TextButton label="Play the video" variant="default" loading={isWanted} onClick={() => setWanted(true)} />;
  return <video className={className} src={shown} aria-label={name} controls autoPlay muted />;
}

interface FetchedPictureProps {
  url: string;
  alt: string;
  className?: string | undefined;
  isLazy?: boolean;
}

const NEAR = '400px';

export function FetchedPicture({ url, alt, className, isLazy = false }: FetchedPictureProps) {
  const { ref, entry } = useIntersection<HTMLImageElement>({ rootMargin: NEAR });
  const [isNear, setNear] = useState(!isLazy);
  if (entry?.isIntersecting && !isNear) setNear(true);
  const { shown, problem } = useRunPicture(isNear ? url : undefined);
  if (problem !== undefined) return <span className={className}>{problem}</span>;
  return <img ref={ref} className={className} src={shown} alt={alt} />;
}
