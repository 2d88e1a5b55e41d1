import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import { FetchedPicture, fileUrl } from '../runs/run-files.tsx';
import { leavesOf, pathTo, type RunNode } from '../runs/run-nodes.ts';
import { StateIcon } from '../shared/run-states.tsx';
import classes from './film-strip.module.css';

interface FilmStripProps {
  runId: string;
  nodes: readonly RunNode[];
  shown: RunNode | undefined;
  place: ProjectPlace;
  onChoose(key: string): void;
  /** Enter shows its picture large, where it has one. */
  onPicture(node: RunNode): void;
}

/** More are found in the tree. */
const MOST = 400;

/** The actions of the test or scenario that is shown, as the run has kept their pictures; arrow keys go through them. */
export function FilmStrip({ runId, nodes, shown, place, onChoose, onPicture }: FilmStripProps) {
  const id = useId();
  const strip = useRef<HTMLDivElement>(null);
  const moments = useMemo(() => momentsOf(nodes, shown?.key), [nodes, shown?.key]);
  const at = moments.findIndex(({ key }) => key === shown?.key);
  useEffect(() => {
    const tile = strip.current?.children[at];
    tile?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at]);
  if (!moments.some(({ action }) => action?.screenshot !== undefined)) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moments.length - 1 };
    const next = moments[places[event.key] ?? -1];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && shown !== undefined) onPicture(shown);
    else if (next !== undefined) onChoose(next.key);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={strip}
      className={classes.strip}
      role="listbox"
      aria-label="Moments of the run"
      aria-orientation="horizontal"
      aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {moments.map((node, index) => (
        <Moment
          key={node.key}
          id={`${id}-${index}`}
          node={node}
          number={index + 1}
          url={node.action?.screenshot && fileUrl(place, runId, node.action.screenshot)}
          isChosen={index === at}
          onChoose={() => onChoose(node.key)}
          onPicture={() => onPicture(node)}
        />
      ))}
    </div>
  );
}

interface MomentProps {
  id: string;
  node: RunNode;
  number: number;
  url: string | undefined;
  isChosen: boolean;
  onChoose(): void;
  onPicture(): void;
}

const Moment = ({ id, node, number, url, isChosen, onChoose, onPicture }: MomentProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the list around it
  <div
    id={id}
    role="option"
    className={classes.moment}
    aria-selected={isChosen}
    aria-label={`${number}: ${node.title}`}
    title={node.title}
    data-state={node.state}
    onClick={onChoose}
    onDoubleClick={onPicture}
  >
    {url === undefined ? (
      <span className={classes.blank} aria-hidden>
        <StateIcon state={node.state} />
      </span>
    ) : (
      <FetchedPicture url={url} alt="" isLazy />
    )}
    <span className={classes.caption} dir="auto" aria-hidden>
      {node.title}
    </span>
  </div>
);

/** What has been done of the part that a node is in; what failed outside of actions has no moment. */
function momentsOf(nodes: readonly RunNode[], key: string | undefined): RunNode[] {
  const part = key === undefined ? undefined : pathTo(nodes, key)[0];
  const actions = leavesOf(part === undefined ? [] : [part]).filter(({ kind }) => kind === 'action');
  return actions.filter(({ state }) => state !== 'queued' && state !== 'skipped').slice(0, MOST);
}
