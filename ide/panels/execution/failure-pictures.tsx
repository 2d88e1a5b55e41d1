import { useMemo } from 'react';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { FetchedPicture } from '../runs/fetched-picture.tsx';
import { fileUrl } from '../runs/run-files.ts';
import { pathTo, type RunNode } from '../runs/run-nodes.ts';
import { failurePictures } from './picture-nodes.ts';
import classes from './pictures.module.css';

interface FailurePicturesProps {
  runId: string;
  nodes: readonly RunNode[];
  place: ProjectPlace;
}

/** More are found by their steps. */
const MOST = 40;

/** What the page looked like wherever the run failed, small; each opens large. */
export function FailurePictures({ runId, nodes, place }: FailurePicturesProps) {
  const { navigation } = useIde();
  const pictures = useMemo(() => failurePictures(nodes), [nodes]);
  if (pictures.length === 0) return null;
  return (
    <ul className={classes.strip} aria-label="Pictures of failures">
      {pictures.slice(0, MOST).map(({ key, title, action }) => {
        const where = pathTo(nodes, key)[0]?.title ?? title;
        return (
          <li key={key}>
            <button
              type="button"
              className={classes.thumbnail}
              aria-label={`Picture of “${title}” in ${where}`}
              title={`${where}: ${title}`}
              onClick={() => navigation.go({ ...place, step: key, dialog: 'picture' })}
            >
              <FetchedPicture url={fileUrl(place, runId, action?.screenshot ?? '')} alt="" isLazy />
              <span className={classes.caption} dir="auto">
                {where}
              </span>
            </button>
          </li>
        );
      })}
      {pictures.length > MOST && <li className={classes.none}>and {pictures.length - MOST} more</li>}
    </ul>
  );
}
