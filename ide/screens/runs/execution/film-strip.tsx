import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { titleWithoutActor } from '../../../../model/project/shown-actor.ts';
import type { ProjectPlace } from '../../../app/places.ts';
import { ActorOf } from '../../../parts/acted-title.tsx';
import { StateIcon } from '../../../parts/run-states.tsx';
import { FetchedPicture, fileUrl } from '../run-files.tsx';
import classes from './film-strip.module.css';
import { type RunPages, useRunPages } from './use-run-pages.ts';

export interface StripFrame {
  key: string;
  title: string;
  state: string;
  actor?: string | undefined;
  testCode?: string | undefined;
  /** The number under which the run has kept its page; none while that cannot be shown. */
  moment?: number | undefined;
  /** Shown rather than the page. */
  screenshot?: string | undefined;
}

interface FilmStripProps {
  projectId: ProjectPlace['projectId'];
  runId: string;
  frames: readonly StripFrame[];
  chosen: string | undefined;
  onChoose(key: string): void;
  /** Called on Enter and on a double click. */
  onOpen?(key: string): void;
}

export function FilmStrip({ projectId, runId, frames, chosen, onChoose, onOpen }: FilmStripProps) {
  const id = useId();
  const strip = useRef<HTMLDivElement>(null);
  const at = frames.findIndex(({ key }) => key === chosen);
  const pages = useRunPages(projectId, runId, frames.find(isPage)?.moment);
  const near = useNear(strip, at, frames);
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
  /** Only where this page is to be loaded. */
  pages: RunPages | undefined;
  isChosen: boolean;
  onChoose(): void;
  onOpen(): void;
}

const Tile = ({ id, frame, number, url, pages, isChosen, onChoose, onOpen }: TileProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the list around it
  <div
    id={id}
    role="option"
    className={classes.moment}
    aria-selected={isChosen}
    aria-label={`${number}: ${frame.title}`}
    title={frame.title}
    data-state={frame.state}
    onClick={onChoose}
    onDoubleClick={onOpen}
  >
    {url === undefined ? (
      <span className={classes.blank} aria-hidden>
        <StateIcon state={frame.state} />
        {pages !== undefined && frame.moment !== undefined && (
          <SmallPage pages={pages} moment={frame.moment} title={frame.title} />
        )}
      </span>
    ) : (
      <FetchedPicture url={url} alt="" isLazy />
    )}
    <ActorOf actor={frame.actor} testCode={frame.testCode} className={classes.actor} />
    <span className={`dim ellipsis ${classes.caption}`} dir="auto" aria-hidden>
      {titleWithoutActor(frame)}
    </span>
  </div>
);

/** The width of a tile, as in the style sheet. */
const TILE_PX = 88;

/** An action that left no page gets an empty answer. */
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

/** At once: each is a document of its own. */
const MOST_PAGES = 20;
/** How far ahead of what is visible pages are loaded. */
const NEAR = '0px 200px';
/** What is scrolled past quickly is not loaded. */
const SETTLED_MS = 120;

/** Indexes of the tiles in sight or nearly so, those around the chosen one first. */
function useNear(
  strip: RefObject<HTMLDivElement | null>,
  at: number,
  frames: readonly StripFrame[],
): ReadonlySet<number> {
  const keys = frames.map(({ key }) => key).join(' ');
  const [seen, setSeen] = useState<readonly number[]>([]);
  useEffect(() => {
    const root = strip.current;
    if (root === null) return;
    const tiles = [...root.children].slice(0, keys.split(' ').length);
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
  }, [strip, keys]);
  const [settled] = useDebouncedValue(seen, SETTLED_MS);
  const middle = settled.includes(at) ? at : Math.min(...settled);
  return new Set(
    settled.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle)).slice(0, MOST_PAGES),
  );
}
