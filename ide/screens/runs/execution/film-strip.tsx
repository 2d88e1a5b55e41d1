import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { ProjectPlace } from '../../../app/places.ts';
import { StateIcon } from '../../../parts/run-states.tsx';
import { FetchedPicture, fileUrl } from '../run-files.tsx';
import classes from './film-strip.module.css';
import { type RunPages, useRunPages } from './use-run-pages.ts';

/** What the strip shows of an action. */
export interface StripFrame {
  key: string;
  title: string;
  state: string;
  /** Under which number the run has kept its page; none as long as that cannot be shown. */
  moment?: number | undefined;
  /** A picture that the run has kept, which is shown rather than the page. */
  screenshot?: string | undefined;
}

interface FilmStripProps {
  projectId: ProjectPlace['projectId'];
  runId: string;
  frames: readonly StripFrame[];
  /** The key of the frame that is looked at. */
  chosen: string | undefined;
  onChoose(key: string): void;
  /** Enter and a double click lead on from a frame. */
  onOpen?(key: string): void;
}

/** The actions of a part of a run as they left the page; arrow keys go through them. */
export function FilmStrip({ projectId, runId, frames, chosen, onChoose, onOpen }: FilmStripProps) {
  const id = useId();
  const strip = useRef<HTMLDivElement>(null);
  const at = frames.findIndex(({ key }) => key === chosen);
  const pages = useRunPages(projectId, runId, frames.find(isPage)?.moment);
  const near = useNear(strip, at, frames.length);
  useEffect(() => {
    strip.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: frames.length - 1 };
    const next = frames[places[event.key] ?? -1];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && chosen !== undefined) onOpen?.(chosen);
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
      {frames.map((frame, index) => (
        <Tile
          key={frame.key}
          id={`${id}-${index}`}
          frame={frame}
          number={index + 1}
          url={frame.screenshot && fileUrl({ projectId }, runId, frame.screenshot)}
          pages={near.has(index) ? pages : undefined}
          isChosen={index === at}
          onChoose={() => onChoose(frame.key)}
          onOpen={() => onOpen?.(frame.key)}
        />
      ))}
    </div>
  );
}

const isPage = ({ moment, screenshot }: StripFrame): boolean => moment !== undefined && screenshot === undefined;

interface TileProps {
  id: string;
  frame: StripFrame;
  number: number;
  url: string | undefined;
  /** Where pages are, if this one is to be loaded. */
  pages: RunPages | undefined;
  isChosen: boolean;
  onChoose(): void;
  onOpen(): void;
}

const Tile = ({ id, frame: { title, state, moment }, number, url, pages, isChosen, onChoose, onOpen }: TileProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the list around it
  <div
    id={id}
    role="option"
    className={classes.moment}
    aria-selected={isChosen}
    aria-label={`${number}: ${title}`}
    title={title}
    data-state={state}
    onClick={onChoose}
    onDoubleClick={onOpen}
  >
    {url === undefined ? (
      <span className={classes.blank} aria-hidden>
        <StateIcon state={state} />
        {pages !== undefined && moment !== undefined && <SmallPage {...{ pages, moment, title }} />}
      </span>
    ) : (
      <FetchedPicture url={url} alt="" isLazy />
    )}
    <span className={`dim ellipsis ${classes.caption}`} dir="auto" aria-hidden>
      {title}
    </span>
  </div>
);

/** As wide as a tile has room; the style sheet has the same. */
const TILE_PX = 88;

/** To be looked at only; an action that left no page has an answer without anything to see. */
const SmallPage = ({ pages, moment, title }: { pages: RunPages; moment: number; title: string }) => (
  <iframe
    className={classes.page}
    inert
    aria-hidden
    tabIndex={-1}
    title={title}
    sandbox="allow-scripts"
    src={`${pages.address}/${moment}/after/page`}
    style={{ width: pages.width, height: pages.height, scale: TILE_PX / pages.width }}
  />
);

/** Pages at once; each is a document of its own. */
const MOST_PAGES = 20;
/** How far from what is seen, so that they are there when they come into sight. */
const NEAR = '0px 200px';
/** What is passed by in a hurry is not loaded. */
const SETTLED_MS = 120;

/** The places of the tiles that are seen or nearly so, those around the chosen one first. */
function useNear(strip: RefObject<HTMLDivElement | null>, at: number, count: number): ReadonlySet<number> {
  const [seen, setSeen] = useState<readonly number[]>([]);
  useEffect(() => {
    const root = strip.current;
    if (root === null) return;
    const tiles = [...root.children].slice(0, count);
    const inSight = new Set<number>();
    const observer = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inSight.add(tiles.indexOf(target));
          else inSight.delete(tiles.indexOf(target));
        setSeen([...inSight]);
      },
      { root, rootMargin: NEAR },
    );
    for (const tile of tiles) observer.observe(tile);
    return () => observer.disconnect();
  }, [strip, count]);
  const [settled] = useDebouncedValue(seen, SETTLED_MS);
  const middle = settled.includes(at) ? at : Math.min(...settled);
  return new Set(
    settled.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle)).slice(0, MOST_PAGES),
  );
}
