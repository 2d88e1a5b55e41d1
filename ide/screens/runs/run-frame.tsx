import { Button, Loader, Menu, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { useAnswer, useWork } from '../../app/queries.ts';
import { showDone } from '../../app/toasts.tsx';
import type { ReplyOf } from '../../app/tool-replies.ts';
import { attempt, NO_CONNECTION, runObstacle } from '../../commands/command.ts';
import { type RerunCall, runAgain } from '../../commands/run-control.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { durationText, lookOf, StateIcon } from '../../parts/run-states.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useElapsed } from '../../parts/use-elapsed.ts';
import { ChevronDownIcon, ChevronRightIcon, DownloadIcon, ReloadIcon } from '../../ui/icons.ts';
import { lateView } from '../../ui/late-part.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useFocusAfter } from '../../ui/use-focus-return.ts';
import { DeleteRun } from './delete-run.tsx';
import { gitText } from './git-text.ts';
import { type Rerun, rerun, rerunFailed } from './rerun.ts';
import { fileUrl } from './run-files.tsx';
import classes from './run-frame.module.css';
import type { RunReply, ShownRun } from './run-reply.ts';
import { OPENS_UPLOAD, UploadButton, UploadStanding } from './upload/upload-standing.tsx';
import { useIsUnderWay } from './use-run.ts';

const UploadDialog = lateView(async () => (await import('./upload/upload-dialog.tsx')).UploadDialog);

interface RunFrameProps {
  reply: RunReply;
  place: ProjectPlace;
  /** What is kept with the run may have changed. */
  onUploaded(): void;
  tools: ReactNode;
  children: ReactNode;
}

/** What both views of a run have in common: which run it is, how it stands, and the way to the other view. */
export function RunFrame({ reply, place, tools, onUploaded, children }: RunFrameProps) {
  const { run, upload, repaired } = reply;
  const { projectId, versionId } = place;
  const { navigation } = useIde();
  const obstacle = useResultsObstacle(run.runId);
  // It is beside what the service answered then.
  useFocusAfter(upload !== undefined, OPENS_UPLOAD);
  const facts = [run.browser, run.environment, gitText(run.git), run.ci, run.startedBy].filter(
    fact => fact !== undefined,
  );
  return (
    <section className={`column fill ${classes.frame}`} aria-label={`Run ${run.runId}`}>
      <header className={`row gap-md ${classes.head}`}>
        <PlaceLink place={{ tab: 'runs', projectId, versionId }} className="accent medium">
          Runs
        </PlaceLink>
        <ChevronRightIcon size={14} aria-hidden className="fixed-size dim regular numbers" />
        <Title order={1} size="sm" className={classes.title} title={run.title}>
          <span className="fixed-size dim regular numbers">{run.runId}</span> <span dir="auto">{run.title}</span>
        </Title>
        <RunStanding run={run} repaired={repaired} />
        <span className={`may-shrink note ${classes.facts}`}>
          <time dateTime={run.startedAt}>{new Date(run.startedAt).toLocaleString()}</time>
          {facts.map(fact => (
            <span key={fact} dir="auto">
              {' · '}
              {fact}
            </span>
          ))}
        </span>
        <Views place={place} />
      </header>
      <div className={classes.tools}>
        <div className={classes.ownTools}>{tools}</div>
        <div className="flex wrap gap-sm">
          <AgainButton label="Re-run" how={rerun(reply)} place={place} />
          <AgainButton label="Re-run failed only" how={rerunFailed(reply)} place={place} />
          <DownloadMenu place={place} runId={run.runId} obstacle={obstacle} />
          {upload === undefined && <UploadButton place={place} obstacle={obstacle} />}
          <DeleteRun runId={run.runId} onDeleted={() => navigation.go({ tab: 'runs', projectId, versionId })} />
        </div>
      </div>
      {upload !== undefined && <UploadStanding upload={upload} place={place} obstacle={obstacle} />}
      {children}
      {place.dialog === 'upload' && <UploadDialog place={place} runId={run.runId} upload={upload} onEnd={onUploaded} />}
    </section>
  );
}

/** How far it is, by the news of it while it goes on. */
function RunStanding({ run, repaired }: { run: ShownRun; repaired: number | undefined }) {
  const told = useIdeState(state => (state.run.runId === run.runId ? state.run : undefined));
  const goesOn = told !== undefined && ['starting', 'running', 'paused'].includes(told.state);
  const state = goesOn ? told.state : run.state;
  const elapsedMs = useElapsed(goesOn ? told.elapsedMs : run.elapsedMs, state === 'running' && goesOn);
  const { word, color } = lookOf(state);
  return (
    <span className={classes.state}>
      <StateIcon state={state} size={16} />
      <span style={{ color }}>
        {word}
        {goesOn && told.total > 0 ? ` ${told.done}/${told.total}` : ''}
      </span>
      {repaired !== undefined && <span className="fixed-size warning">{repaired} repaired</span>}
      <span className="fixed-size dim regular numbers">{durationText(elapsedMs)}</span>
    </span>
  );
}

/** The link to the view that is shown. */
export const CURRENT_VIEW = 'current-view-of-run';

const VIEWS = [
  { title: 'Execution', isReport: undefined },
  { title: 'Report', isReport: true },
];

const Views = ({ place: { projectId, versionId, runId, isReport } }: { place: ProjectPlace }) => (
  <nav className={classes.views} aria-label="Views of the run">
    {VIEWS.map(view => (
      <PlaceLink
        key={view.title}
        id={view.isReport === isReport ? CURRENT_VIEW : undefined}
        className={classes.view}
        place={{ tab: 'runs', projectId, versionId, runId, isReport: view.isReport }}
        aria-current={view.isReport === isReport ? 'page' : undefined}
      >
        {view.title}
      </PlaceLink>
    ))}
  </nav>
);

/** Why the results of a run can go nowhere now. */
function useResultsObstacle(runId: string): string | undefined {
  const isUnderWay = useIsUnderWay(runId);
  const isConnected = useIdeState(({ connection }) => connection.phase === 'open');
  if (!isConnected) return NO_CONNECTION;
  return isUnderWay ? 'The run is still going: results are there when it has ended' : undefined;
}

/** Reports of long runs take their time. */
const LIMIT_MS = 120_000;

type ShownFormat = ReplyOf<'getReportFormats'>['formats'][number];

interface DownloadMenuProps {
  place: ProjectPlace;
  runId: string;
  /** Why there are no reports yet. */
  obstacle: string | undefined;
}

function DownloadMenu({ place, runId, obstacle }: DownloadMenuProps) {
  const { session } = useIde();
  const { busyWith: making, run } = useWork();
  const { reply } = useAnswer('getReportFormats', {}, { isWanted: obstacle === undefined, isKept: true });
  const download = async (format: ShownFormat['format']) => {
    const given = { runId, format, as: 'file' } as const;
    const { fileName, warnings = [] } = await session.call('getReport', given, { timeoutMs: LIMIT_MS });
    await saveFile(session, fileUrl(place, runId, `reports/${fileName}`), fileName);
    if (warnings.length > 0) showDone(warnings.join(' '));
  };
  const icon = <DownloadIcon size={15} aria-hidden />;
  if (obstacle !== undefined)
    return <TextButton label="Download" icon={icon} variant="default" obstacle={obstacle} onClick={() => {}} />;
  return (
    <Menu position="bottom-end" disabled={making !== undefined}>
      <Menu.Target>
        {/* A disabled button would lose the focus, which comes back to it from the menu. */}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={making === undefined ? icon : <Loader size={15} aria-hidden />}
          rightSection={<ChevronDownIcon size={13} aria-hidden />}
          aria-disabled={making !== undefined || undefined}
        >
          Download
          <VisuallyHidden role="status">{making === undefined ? '' : `: making ${making}`}</VisuallyHidden>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {reply.phase !== 'ready' && (
          <Menu.Label>{reply.phase === 'failed' ? reply.message : 'Loading the formats…'}</Menu.Label>
        )}
        {reply.phase === 'ready' &&
          reply.value.formats.map(
            ({ format, title }) =>
              title !== undefined && (
                <Menu.Item
                  key={format}
                  onClick={() => void run(() => attempt(`Download ${title}`, () => download(format)), title)}
                >
                  {title}
                </Menu.Item>
              ),
          )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface AgainButtonProps {
  label: string;
  how: Rerun;
  place: ProjectPlace;
  /** What must be known before it is pressed. */
  hint?: string;
}

/** Starts a run like this one, and shows how it goes. */
export function AgainButton({ label, how, hint, place: { projectId, versionId } }: AgainButtonProps) {
  const ide = useIde();
  const { isBusy, run } = useWork();
  const noRun = useIdeState(runObstacle);
  const start = (call: RerunCall) =>
    attempt(label, async () => {
      const runId = await runAgain(ide, call);
      ide.navigation.go({ tab: 'runs', projectId, versionId, runId });
    });
  return (
    <TextButton
      label={label}
      icon={<ReloadIcon size={15} aria-hidden />}
      variant="default"
      loading={isBusy}
      hint={hint}
      obstacle={'obstacle' in how ? how.obstacle : noRun}
      onClick={() => {
        if ('call' in how) void run(() => start(how.call));
      }}
    />
  );
}
