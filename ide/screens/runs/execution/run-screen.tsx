import { useMemo, useState } from 'react';
import { isUnderWay } from '../../../../model/run/state.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { ActedTitle } from '../../../parts/acted-title.tsx';
import { KeptPanes } from '../../../parts/kept-panes.tsx';
import { PlaceLink } from '../../../parts/place-link.tsx';
import { StateIcon } from '../../../parts/run-states.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { lateView } from '../../../ui/late-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonPage } from '../../../ui/skeleton-page.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { useFocusAfter } from '../../../ui/use-focus-return.ts';
import { ActorBar } from '../../live/actor-bar.tsx';
import { LivePicture } from '../../live/live-picture.tsx';
import { useLiveView } from '../../live/use-live-view.ts';
import { useShownActor } from '../../live/use-shown-actor.ts';
import { ReportScreen } from '../report-screen.tsx';
import { CURRENT_VIEW, RunFrame } from '../run-frame.tsx';
import { findNode, followed, leavesOf, nodesOf, pathTo, pictureOf, type RunNode } from '../run-nodes.ts';
import type { RunReply } from '../run-reply.ts';
import { RunsScreen } from '../runs-screen.tsx';
import { useIsUnderWay, useRun } from '../use-run.ts';
import classes from './execution.module.css';
import { FilmStrip, type StripFrame } from './film-strip.tsx';
import { NodeDetails } from './node-details.tsx';
import { PictureDialog } from './pictures.tsx';
import { RunBanners } from './run-banners.tsx';
import { RunTools } from './run-tools.tsx';
import { RunTree } from './run-tree.tsx';

const ReviewDialog = lateView(async () => (await import('../pictures/review-dialog.tsx')).ReviewDialog);

export function RunScreen({ place }: { place: ProjectPlace }) {
  const { runId } = place;
  return runId === undefined ? <RunsScreen place={place} /> : <OneRun place={place} runId={runId} />;
}

/** Both views show the same run, which is read once. */
function OneRun({ place, runId }: { place: ProjectPlace; runId: string }) {
  const { run, retry, isGone } = useRun(runId);
  const isReport = place.isReport === true;
  // The link that was pressed goes with its view.
  useFocusAfter(isReport, CURRENT_VIEW);
  if (isGone) return <GoneRun runId={runId} wasShown={run.phase === 'ready'} place={place} />;
  if (run.phase === 'failed')
    return <Failure title="The run cannot be shown" message={run.message} onRetry={retry} isScreen />;
  if (run.phase === 'loading') return <SkeletonPage label="Loading the run" boxes={1} rows={8} />;
  const shown = { place, reply: run.value, onUploaded: retry };
  return isReport ? <ReportScreen key={runId} {...shown} /> : <ExecutionScreen {...shown} />;
}

interface GoneRunProps {
  runId: string;
  wasShown: boolean;
  place: ProjectPlace;
}

const GoneRun = ({ runId, wasShown, place: { projectId, versionId } }: GoneRunProps) => (
  <Failure
    title={wasShown ? `Run ${runId} was deleted` : `No run ${runId}`}
    isScreen
    message={wasShown ? 'Its results are gone for good.' : 'It was deleted, or the number is wrong.'}
    actions={<PlaceLink place={{ tab: 'runs', projectId, versionId }}>All runs</PlaceLink>}
  />
);

interface ExecutionScreenProps {
  place: ProjectPlace;
  reply: RunReply;
  onUploaded(): void;
}

function ExecutionScreen({ place, reply, onUploaded }: ExecutionScreenProps) {
  const { run, omitted } = reply;
  const { navigation } = useIde();
  const progress = useIdeState(state => state.run);
  const goesOn = useIsUnderWay(run.runId);
  const nodes = useMemo(() => nodesOf(run, progress), [run, progress]);
  const chosen = place.step === undefined ? undefined : findNode(nodes, place.step);
  const shown = chosen ?? followed(nodes, goesOn);
  const choose = (step: string | undefined) => navigation.go({ ...place, step }, { replace: true });
  const openPicture = (node: RunNode | undefined) => {
    if (node !== undefined && pictureOf(node) !== undefined)
      navigation.go({ ...place, step: node.key, dialog: 'picture' });
  };
  const known = nodes.length;
  const tree = (
    <Panel label="Steps and actions">
      <RunTree
        nodes={nodes}
        shown={shown}
        isFollowing={chosen === undefined}
        onChoose={choose}
        onPicture={openPicture}
      />
      <Rest known={known} planned={goesOn ? (run.planned ?? known) : known} omitted={omitted} />
    </Panel>
  );
  const detail = <Detail {...{ run, nodes, shown, place }} isLive={goesOn && chosen === undefined} />;
  return (
    <RunFrame
      reply={reply}
      place={place}
      onUploaded={onUploaded}
      tools={<RunTools {...{ reply, nodes, place, shown }} isFollowing={chosen === undefined} />}
    >
      <RunBanners run={run} pictures={reply.pictures} nodes={nodes} place={place} />
      <RunStrip {...{ run, nodes, shown, place }} onChoose={choose} onOpen={openPicture} />
      <div className="flex fill">
        <KeptPanes
          name={`${place.projectId}/execution`}
          panes={[
            { key: 'tree', title: 'Steps', share: 38, min: 20, content: tree },
            { key: 'detail', title: 'Details', share: 62, min: 30, content: detail },
          ]}
        />
      </div>
      {place.dialog === 'pictures' && <ReviewDialog run={run} place={place} />}
      {place.dialog === 'picture' && <PictureDialog runId={run.runId} {...{ nodes, shown, place }} />}
    </RunFrame>
  );
}

interface RunStripProps extends Omit<DetailProps, 'isLive'> {
  onChoose(key: string): void;
  onOpen(node: RunNode | undefined): void;
}

function RunStrip({ run, nodes, shown, place, onChoose, onOpen }: RunStripProps) {
  // Pages are stored when an item has ended.
  const hasPages = !isUnderWay(run.state);
  const frames = useMemo(() => framesOf(nodes, shown?.key, hasPages), [nodes, shown?.key, hasPages]);
  if (!frames.some(({ moment, screenshot }) => (moment ?? screenshot) !== undefined)) return null;
  return (
    <FilmStrip
      projectId={place.projectId}
      runId={run.runId}
      frames={frames}
      chosen={shown?.key}
      onChoose={onChoose}
      onOpen={key => onOpen(findNode(nodes, key))}
    />
  );
}

/** The tree has the rest. */
const MOST_FRAMES = 400;

/** What failed outside of actions has no moment. */
function framesOf(nodes: readonly RunNode[], key: string | undefined, hasPages: boolean): StripFrame[] {
  const part = key === undefined ? undefined : pathTo(nodes, key)[0];
  const actions = leavesOf(part === undefined ? [] : [part]).filter(({ kind }) => kind === 'action');
  const done = actions.filter(({ state }) => state !== 'queued' && state !== 'skipped').slice(0, MOST_FRAMES);
  return done.map(({ key: own, title, state, action }) => ({
    key: own,
    title,
    state,
    actor: action?.actor,
    testCode: action?.testCode,
    moment: hasPages ? action?.moment : undefined,
    screenshot: action?.screenshot,
  }));
}

function Rest({ known, planned, omitted }: { known: number; planned: number; omitted: string | undefined }) {
  const queued = planned - known;
  if (queued <= 0 && omitted === undefined) return null;
  return (
    <p className={`fixed-size note ${classes.rest}`}>
      {queued > 0 ? `${queued}${known > 0 ? ' more' : ''} queued` : omitted?.replace(/;.*$/s, '.')}
    </p>
  );
}

interface DetailProps {
  run: RunReply['run'];
  nodes: readonly RunNode[];
  shown: RunNode | undefined;
  place: ProjectPlace;
  isLive: boolean;
}

function Detail({ run, nodes, shown, place, isLive }: DetailProps) {
  if (isLive) return <LiveWindow node={shown} />;
  if (shown === undefined)
    return (
      <Panel label="Details">
        <p className={`fixed-size note ${classes.rest}`}>Nothing in this run has started.</p>
      </Panel>
    );
  return <NodeDetails run={run} nodes={nodes} node={shown} place={place} />;
}

function LiveWindow({ node }: { node: RunNode | undefined }) {
  const isOpen = useIdeState(state => state.app.isOpen);
  const projectId = useIdeState(state => state.project?.projectId);
  // Between scenarios the window closes for a moment: its last picture stays.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const window = useIdeState(state => state.app.window);
  const actor = useShownActor();
  const live = useLiveView({ projectId: wasOpen ? projectId : undefined, window, actor: actor.other });
  const head = (
    <>
      <span className={classes.live}>Live</span>
      {node !== undefined && <StateIcon state={node.state} />}
      <span className="may-shrink ellipsis" dir="auto">
        {node === undefined ? 'The browser is starting' : <ActedTitle of={node} />}
      </span>
    </>
  );
  return (
    <Panel label="Application" head={head}>
      <ActorBar {...actor} />
      {wasOpen ? <LivePicture live={live} zoom="fit" /> : <SkeletonRows count={6} label="The browser is starting" />}
    </Panel>
  );
}
