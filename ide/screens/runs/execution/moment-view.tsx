import { Button, Menu } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { MomentSide } from '../../../../model/protocol/moments.ts';
import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { type Call, useCall } from '../../../app/queries.ts';
import { attempt } from '../../../commands/command.ts';
import { Problem } from '../../../parts/problem.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import toggles from '../../../ui/toggles.module.css';
import { fileUrl } from '../run-files.tsx';
import type { ShownAction, ShownRun } from '../run-reply.ts';
import { AnsweredDialogs } from './answered-dialogs.tsx';
import { Candidates, type LocatedAction } from './candidates.tsx';
import { Happened } from './happened.tsx';
import classes from './moment-view.module.css';
import { openTrace } from './open-trace.ts';
import { useMarkedElement } from './use-marked-element.ts';
import {
  type FoundLocator,
  keyOf,
  type Moment,
  type MomentOf,
  type MomentPage,
  pickFrom,
  useMoment,
} from './use-moment.ts';

interface MomentViewProps {
  run: Pick<ShownRun, 'runId'>;
  place: ProjectPlace;
  action: Pick<ShownAction, 'title' | 'dialogs'> & LocatedAction;
  moment: number;
  /** Moments before and after it, which are likely to be looked at next. */
  neighbours: readonly number[];
}

const SIDES = [
  { side: 'before', label: 'Before' },
  { side: 'after', label: 'After' },
] as const;

export function MomentView({ run, place, action, moment, neighbours }: MomentViewProps) {
  const { session } = useIde();
  const { projectId } = place;
  const of = { projectId, runId: run.runId, moment };
  const { moment: shown, problem, near } = useMoment(of, neighbours);
  const [side, setSide] = useState<MomentSide>('after');
  const [isPicking, setPicking] = useState(false);
  const key = `${moment} ${side}`;
  const [pickedAt, setPickedAt] = useState<string>();
  const { call: picking, start } = useCall<FoundLocator[]>();
  const { section, way, note } = useMarkedElement(of, isPageOf(shown, of, side) ? side : undefined);
  if (problem !== undefined) return <p className="flush normal-size dim">{problem}</p>;
  const pick = (point: { x: number; y: number }) => {
    setPicking(false);
    setPickedAt(key);
    void start(({ signal }) => pickFrom(session, of, { side, ...point }, signal));
  };
  return (
    <section ref={section} className={`stack gap-md ${classes.moment}`} aria-label="The page of this action">
      <div className="row wrap gap-sm">
        <Sides side={side} choose={setSide} />
        <Button
          size="compact-xs"
          variant={isPicking ? 'filled' : 'default'}
          aria-pressed={isPicking}
          disabled={shown?.[side] === undefined}
          onClick={() => setPicking(!isPicking)}
        >
          {isPicking ? 'Click an element · Esc to cancel' : 'Pick from this moment'}
        </Button>
        <span className="grow" />
        <WholeTrace run={run} place={place} />
      </div>
      <AnsweredDialogs dialogs={action.dialogs} />
      {note !== undefined && (
        <p className="flush normal-size dim" role="status">
          {note}
        </p>
      )}
      {shown === undefined ? (
        <div className={`boxed ${classes.blank}`} />
      ) : (
        <PageFrame
          shown={shown}
          near={near}
          side={side}
          title={`The page ${side} “${action.title}”`}
          way={way}
          isPicking={isPicking}
          onPick={pick}
          onCancel={() => setPicking(false)}
        />
      )}
      {pickedAt === key && <Picked picking={picking} action={action} />}
      {shown !== undefined && <Happened moment={shown} action={action} />}
    </section>
  );
}

/** While a moment is loaded the last one stays. */
const isPageOf = (shown: Moment | undefined, of: MomentOf, side: MomentSide): boolean =>
  shown !== undefined && keyOf(shown.of) === keyOf(of) && shown[side] !== undefined;

const Sides = ({ side, choose }: { side: MomentSide; choose(side: MomentSide): void }) => (
  <fieldset className={`flex flush boxed ${toggles.group}`}>
    <legend className={classes.hidden}>Moment</legend>
    {SIDES.map(each => (
      <button
        key={each.side}
        type="button"
        className={`bare small ${toggles.toggle}`}
        aria-pressed={side === each.side}
        onClick={() => choose(each.side)}
      >
        {each.label}
      </button>
    ))}
  </fieldset>
);

function WholeTrace({ run, place }: Pick<MomentViewProps, 'run' | 'place'>) {
  const { session } = useIde();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="subtle" rightSection={<ChevronDownIcon size={12} aria-hidden />}>
          Trace
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void openTrace(session, fileUrl(place, run.runId, TRACE))}>Open full trace</Menu.Item>
        <Menu.Item onClick={() => void downloadTrace(session, place, run)}>Download trace</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const TRACE = 'trace.zip';

const downloadTrace = (
  session: Parameters<typeof saveFile>[0],
  place: ProjectPlace,
  { runId }: MomentViewProps['run'],
) => attempt('Download trace', () => saveFile(session, fileUrl(place, runId, TRACE), `${runId}-trace.zip`));

interface PageFrameProps {
  shown: Moment;
  near: readonly Moment[];
  side: MomentSide;
  title: string;
  /** To the element that is framed. */
  way: string | undefined;
  isPicking: boolean;
  onPick(point: { x: number; y: number }): void;
  onCancel(): void;
}

const FrameMessage = z.union([
  z.object({ kind: z.literal('steploom-click'), x: z.number(), y: z.number() }),
  z.object({ kind: z.literal('steploom-key'), key: z.string() }),
]);

/** The page has an origin of its own and can only report clicks and keys. */
function PageFrame({ shown, near, side, title, way, isPicking, onPick, onCancel }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { ref, width: room } = useElementSize();
  const page = shown[side];
  useEffect(() => {
    if (!isPicking) return;
    const listening = new AbortController();
    const { signal } = listening;
    const receive = ({ source, data }: MessageEvent<unknown>) => {
      const message = FrameMessage.safeParse(data).data;
      if (message === undefined || source !== frame.current?.contentWindow) return;
      if (message.kind === 'steploom-click') onPick({ x: message.x, y: message.y });
      else if (message.key === 'Escape') onCancel();
    };
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && onCancel();
    window.addEventListener('message', receive, { signal });
    window.addEventListener('keydown', leave, { signal });
    return () => listening.abort();
  });
  if (page === undefined)
    return (
      <p className="flush normal-size dim">
        {side === 'before' ? 'No page was open before it.' : 'It left no page behind.'}
      </p>
    );
  const hash = isPicking ? '#pick' : `#${way === undefined ? '' : `mark=${way}`}`;
  const scale = room === 0 ? 0 : Math.min(1, room / page.width);
  const style = ({ width, height }: MomentPage) => ({ width, height, transform: `scale(${scale})` });
  return (
    <>
      <p className="flush note ellipsis" dir="auto">
        {page.url}
      </p>
      <div ref={ref} className={`relative boxed ${classes.stage}`} style={{ height: page.height * scale }}>
        {loadedPages(shown, near, side).map(({ address, page: each, isShown }) => (
          // One element for both states: a new frame would load again.
          <iframe
            key={address}
            ref={isShown ? frame : null}
            className={classes.page}
            {...(isShown ? { title } : WAITING)}
            sandbox="allow-scripts"
            src={`${address}${isShown ? hash : '#'}`}
            style={style(each)}
          />
        ))}
      </div>
    </>
  );
}

/** Loaded in advance: hidden from sight, keyboard and screen readers. */
const WAITING = { 'aria-hidden': true, tabIndex: -1 } as const;

/** Sorted, so that no frame moves in the document: it would load again. */
function loadedPages(shown: Moment, near: readonly Moment[], side: MomentSide) {
  const placed = (moment: Moment, each: MomentSide) => {
    const page = moment[each];
    const address = `${moment.pages}/${each}/page`;
    return page === undefined ? [] : [{ address, page, isShown: moment === shown && each === side }];
  };
  const other = side === 'after' ? 'before' : 'after';
  // What is shown until the next page is there may be among them.
  const others = near.filter(each => each !== shown);
  return [...placed(shown, side), ...placed(shown, other), ...others.flatMap(each => placed(each, side))].sort(
    (a, b) => (a.address < b.address ? -1 : 1),
  );
}

function Picked({ picking, action }: { picking: Call<FoundLocator[]>; action: LocatedAction }) {
  if (picking.phase === 'failed') return <Problem>{picking.problem.message}</Problem>;
  if (picking.phase !== 'done') return <p className="flush normal-size dim">Looking for locators…</p>;
  const found = picking.reply;
  if (found.length === 0)
    return <p className="flush normal-size dim">No locator finds what is there. Point at something else.</p>;
  return (
    <section aria-label="Picked element" className={`boxed on-raised ${classes.picked}`}>
      <h3 className={`note bold ${classes.sub}`}>Locators of the picked element</h3>
      <Candidates
        locators={found.map(({ locator }) => locator)}
        counts={new Map(found.map(({ locator, count }) => [locator, count]))}
        action={action}
      />
    </section>
  );
}
