import { Button, Loader, Menu, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { isUnderWay } from '../../../model/run/state.ts';
import { useIde, useIdeState, useIsConnected } from '../../app/context.tsx';
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
import { OPENS_UPLOAD, UploadButton, UploadStatus } from './upload/upload-status.tsx';
import { useIsUnderWay } from './use-run.ts';

const UploadDialog = lateView(async () => (await import('./upload/upload-dialog.tsx')).UploadDialog);

interface RunFrameProps {
  reply: RunReply;
  place: ProjectPlace;
  onUploaded(): void;
  tools: ReactNode;
  children: ReactNode;
}

export function RunFrame({ reply, place, tools, onUploaded, children }: RunFrameProps) {
  const { run, upload, repaired } = reply;
  const { projectId, versionId } = place;
  const { navigation } = useIde();
  const obstacle = useResultsObstacle(run.runId);
  // The button that opened the dialog gives way to another one once an upload is stored.
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
        <RunStatusLine run={run} repaired={repaired} />
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
      {upload !== undefined && <UploadStatus upload={upload} place={place} obstacle={obstacle} />}
      {children}
      {place.dialog === 'upload' && <UploadDialog place={place} runId={run.runId} upload={upload} onEnd={onUploaded} />}
    </section>
  );
}

/** While the run goes on, its events are newer than what was read. */
function RunStatusLine({ run, repaired }: { run: ShownRun; repaired: number | undefined }) {
  const live = useIdeState(({ run: now }) => (now.runId === run.runId && isUnderWay(now.state) ? now : undefined));
  const { state } = live ?? run;
  const elapsedMs = useElapsed((live ?? run).elapsedMs, live?.state === 'running');
  const { word, color } = lookOf(state);
  return (
    <span className={classes.state}>
      <StateIcon state={state} size={16} />
      <span style={{ color }}>
        {word}
        {live !== undefined && live.total > 0 ? ` ${live.done}/${live.total}` : ''}
      </span>
      {repaired !== undefined && <span className="fixed-size warning">{repaired} repaired</span>}
      <span className="fixed-size dim regular numbers">{durationText(elapsedMs)}</span>
    </span>
  );
}

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

function useResultsObstacle(runId: string): string | undefined {
  const goesOn = useIsUnderWay(runId);
  const isConnected = useIsConnected();
  if (!isConnected) return NO_CONNECTION;
  return goesOn ? 'The run is still going: results are there when it has ended' : undefined;
}

/** Reports of long runs take their time. */
const LIMIT_MS = 120_000;

type ShownFormat = ReplyOf<'getReportFormats'>['formats'][number];

interface DownloadMenuProps {
  place: ProjectPlace;
  runId: string;
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
  hint?: string;
}

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
