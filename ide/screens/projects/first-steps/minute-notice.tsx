import { Button, Loader } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ProjectSnapshot } from '../../../../model/protocol/channel/project-view.ts';
import { changeFirstSteps } from '../../../app/change-first-steps.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { FirstMinute } from '../../../app/first-steps.ts';
import { errorAt, useSubmit } from '../../../app/queries.ts';
import { PlaceLink } from '../../../parts/place-link.tsx';
import { StateIcon } from '../../../parts/run-states.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon, WarningIcon } from '../../../ui/icons.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { addressOf } from '../new-project-draft.ts';
import { startFirstMinute } from './first-minute.ts';
import classes from './first-steps.module.css';

interface MinuteProps {
  minute: FirstMinute;
  snapshot: ProjectSnapshot;
}

interface MinuteNoticeProps extends MinuteProps {
  fold: ReactNode;
}

export function MinuteNotice({ minute, snapshot, fold }: MinuteNoticeProps) {
  const { store } = useIde();
  const { projectId, appUrl = '' } = snapshot.project;
  const close = () => changeFirstSteps(store, projectId, ({ minute: _minute, ...steps }) => steps);
  const hasDraft = useIdeState(state => state.view.firstSteps[projectId]?.draft !== undefined);
  useLeaving(minute.phase === 'done' && minute.state === 'passed' && !hasDraft, close);
  const isAtWork = minute.phase !== 'done' && minute.phase !== 'closed';
  return (
    <section className={classes.notice} aria-label="First minute" data-failed={minute.phase === 'closed' || undefined}>
      {minute.phase === 'closed' ? (
        <Unanswered key={appUrl} minute={minute} appUrl={appUrl} projectId={projectId} />
      ) : (
        <p className={classes.words} role="status">
          {isAtWork && <Loader size={14} aria-hidden />}
          <Words minute={minute} snapshot={snapshot} />
        </p>
      )}
      {fold}
      {!isAtWork && <IconButton label="Close the message" icon={<CloseIcon size={15} />} onClick={close} />}
    </section>
  );
}

/** Long enough to be read twice. */
const LEAVES_AFTER_MS = 20_000;

/** Good news that leads nowhere takes no room for long. */
function useLeaving(isLeaving: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => latest.current(), LEAVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);
}

function Words({ minute, snapshot }: MinuteProps) {
  switch (minute.phase) {
    case 'opening':
      return <span dir="auto">Opening {snapshot.project.appUrl}</span>;
    case 'writing':
      return <span dir="auto">Writing the first test: “{minute.title}”</span>;
    case 'running':
      return <span dir="auto">Running “{minute.title}”</span>;
    case 'done':
      return <Done minute={minute} snapshot={snapshot} />;
    case 'closed':
      return minute.message;
  }
}

function Done({ minute, snapshot }: { minute: FirstMinute & { phase: 'done' }; snapshot: ProjectSnapshot }) {
  const { project, versionId, tests } = snapshot;
  const { projectId } = project;
  const code = useIdeState(state => state.view.firstSteps[projectId]?.draft);
  const draft = code === undefined ? undefined : tests[code];
  const hasPassed = minute.state === 'passed';
  return (
    <>
      <StateIcon state={minute.state} size={16} />
      <span dir="auto">
        {hasPassed
          ? `Your first test, “${minute.title}”, passed.`
          : `Your first test, “${minute.title}”, ended as: ${minute.state}. Its red row says why.`}
        {draft !== undefined && (
          <>
            {' '}
            There is a sign-in form too:{' '}
            <PlaceLink
              place={{ tab: 'modules', projectId, versionId, moduleId: draft.moduleCode, testId: draft.testCode }}
            >
              a draft that signs in
            </PlaceLink>{' '}
            waits for{' '}
            <PlaceLink place={{ tab: 'settings', projectId, versionId, section: 'environments' }}>
              user and password
            </PlaceLink>
            .
          </>
        )}
      </span>
    </>
  );
}

interface UnansweredProps {
  minute: FirstMinute & { phase: 'closed' };
  appUrl: string;
  projectId: string;
}

/** Either the address is wrong or the app is not running: both can be mended here. */
function Unanswered({ minute: { message, isSilent }, appUrl, projectId }: UnansweredProps) {
  const ide = useIde();
  const [address, setAddress] = useState(appUrl);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    const wanted = addressOf(address);
    if (wanted !== appUrl) await ide.editing.change('editProject', { projectId, appUrl: wanted });
    await startFirstMinute(ide, projectId);
  });
  return (
    <form className={classes.unanswered} onSubmit={onSubmit} noValidate>
      <p className={classes.words} role="alert">
        <WarningIcon size={16} aria-hidden />
        <span dir="auto">
          <b>{isSilent ? 'The app did not answer.' : 'The app could not be opened.'}</b> {message}
          {isSilent && ' Start it or correct its address; the project stays as it is.'}
        </span>
      </p>
      <div className={`flex gap-md ${classes.retry}`}>
        <TextField
          size="xs"
          className={classes.address}
          aria-label="App address"
          value={address}
          onChange={setAddress}
          error={errorAt(problem, 'appUrl') ?? problem?.message}
          inputMode="url"
        />
        <Button type="submit" size="xs" loading={isBusy} disabled={address.trim() === ''}>
          Try again
        </Button>
      </div>
    </form>
  );
}
