import type { KeyboardEvent } from 'react';
import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '../../../ui/icons.ts';
import { FetchedPicture, fileUrl } from '../run-files.tsx';
import type { RunNode } from '../run-nodes.ts';
import classes from './pictures.module.css';

interface PictureDialogProps {
  runId: string;
  nodes: readonly RunNode[];
  /** Its picture is shown, or the last one below it. */
  shown: RunNode | undefined;
  place: ProjectPlace;
}

export function PictureDialog({ runId, nodes, shown, place }: PictureDialogProps) {
  const { navigation } = useIde();
  const pictures = pictureNodes(nodes);
  const at = pictures.findLastIndex(({ key }) => key === shown?.key || key.startsWith(`${shown?.key}.`));
  const { title, action } = pictures[at] ?? {};
  const go = (change: Partial<ProjectPlace>) => navigation.go({ ...place, ...change }, { replace: true });
  const goTo = (index: number) => {
    const next = pictures[index];
    if (next !== undefined) go({ step: next.key });
  };
  return (
    <Dialog
      opened
      onClose={() => go({ dialog: undefined })}
      size="min(94vw, 90rem)"
      title={<span dir="auto">{title ?? 'Picture'}</span>}
      onKeyDown={event => goByKey(event, { at, count: pictures.length, goTo })}
    >
      {action?.screenshot === undefined ? (
        <p className="flush dim">This run has no screenshot of it.</p>
      ) : (
        <>
          <FetchedPicture
            className={classes.large}
            url={fileUrl(place, runId, action.screenshot)}
            alt={`The page after “${title}”`}
          />
          {action.screenshotNote && <p className="flush note">{action.screenshotNote}</p>}
          <Neighbours at={at} count={pictures.length} goTo={goTo} />
        </>
      )}
    </Dialog>
  );
}

interface Among {
  at: number;
  count: number;
  goTo(index: number): void;
}

function goByKey(event: KeyboardEvent, { at, count, goTo }: Among): void {
  const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 };
  const next = places[event.key];
  if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  goTo(next);
}

const Neighbours = ({ at, count, goTo }: Among) => (
  <div className={`row gap-xl ${classes.bar}`}>
    <IconButton
      label="Previous screenshot"
      icon={<ArrowLeftIcon size={17} />}
      obstacle={at === 0 ? 'This is the first one' : undefined}
      onClick={() => goTo(at - 1)}
    />
    <span role="status">
      {at + 1} of {count}
    </span>
    <IconButton
      label="Next screenshot"
      icon={<ArrowRightIcon size={17} />}
      obstacle={at === count - 1 ? 'This is the last one' : undefined}
      onClick={() => goTo(at + 1)}
    />
  </div>
);

/** In the order in which they were taken: those below an action come before its own. */
const pictureNodes = (nodes: readonly RunNode[]): RunNode[] =>
  nodes.flatMap(node => [...pictureNodes(node.children), ...(node.action?.screenshot === undefined ? [] : [node])]);
