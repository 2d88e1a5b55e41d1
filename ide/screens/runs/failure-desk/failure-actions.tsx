import { useState } from 'react';
import { TestCode } from '../../../../model/names/codes.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { Ide } from '../../../app/ide.ts';
import { snapshotOf } from '../../../app/state.ts';
import { showUndo } from '../../../app/toasts.tsx';
import { replaceLocator } from '../../../commands/action-edits.ts';
import { allowIncident } from '../../../commands/allow-incident.ts';
import { attempt, windowObstacle } from '../../../commands/command.ts';
import { takeBack } from '../../../commands/edits.ts';
import { runAgain } from '../../../commands/run-control.ts';
import { environmentOf } from '../../../commands/run-how.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { CheckIcon, PlayIcon, TargetIcon } from '../../../ui/icons.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { bugReport } from './bug-report.ts';
import { CheckSent } from './check-sent.tsx';
import classes from './failure-desk.module.css';
import type { FailureDeskProps } from './last-failure.ts';

export function FailureActions(props: FailureDeskProps) {
  const { failure } = props;
  const { accepted, path, error, causes } = failure;
  const action = path.at(-1);
  return (
    <>
      {action !== undefined && (error.candidates ?? []).length > 0 && (
        <Candidates action={action} locators={error.candidates ?? []} />
      )}
      <div className="flex wrap gap-sm" role="group" aria-label="What to do">
        {action !== undefined && accepted !== undefined && (
          <Accept action={action} text={accepted} isLikely={causes[0]?.kind === 'text-changed'} />
        )}
        {error.incident !== undefined && <Allow text={error.incident.text} />}
        <CheckSent {...props} />
        <RunFromHere {...props} />
        <CopyReport {...props} />
      </div>
    </>
  );
}

type FailedAction = FailureDeskProps['failure']['path'][number];

interface AcceptProps {
  action: FailedAction;
  text: string;
  /** Nothing else explains the failure better. */
  isLikely: boolean;
}

function Accept({ action, text, isLikely }: AcceptProps) {
  const ide = useIde();
  return (
    <TextButton
      label="Accept the new text"
      {...(!isLikely && { variant: 'default' })}
      icon={<CheckIcon size={15} aria-hidden />}
      hint={`The action now expects “${text}”`}
      onClick={() => void attempt('Accept the new text', () => accept(ide, action, text))}
    />
  );
}

function Allow({ text }: { text: string }) {
  const ide = useIde();
  return (
    <TextButton
      label="Allow this"
      variant="default"
      icon={<CheckIcon size={15} aria-hidden />}
      hint="It fails no test of the project any more"
      onClick={() => void attempt('Allow this', () => allowIncident(ide, text))}
    />
  );
}

async function accept(ide: Ide, { testCode, actionId }: FailedAction, expected: string): Promise<void> {
  const moduleCode = snapshotOf(ide.store.getState())?.tests[testCode]?.moduleCode;
  const given = { moduleCode, testCode, actionId, expected };
  await ide.editing.change('editAction', given);
  showUndo(`The action now expects “${expected}”`, () => void takeBack(ide));
}

interface NearestProps {
  action: FailedAction;
  locators: readonly string[];
}

/** More would push what to do out of sight. */
const SHOWN_FIRST = 2;

function Candidates({ action, locators }: NearestProps) {
  const ide = useIde();
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? locators : locators.slice(0, SHOWN_FIRST);
  const hidden = locators.length - shown.length;
  return (
    <div>
      <h3 className={`small bold ${classes.sub}`}>Nearest elements</h3>
      <ul className={`stack gap-xs plain-list ${classes.candidates}`} aria-label="Nearest elements">
        {shown.map(locator => (
          <li key={locator}>
            <code dir="auto">{locator}</code>
            <TextButton
              label="Use this element"
              size="compact-xs"
              variant="default"
              icon={<TargetIcon size={14} aria-hidden />}
              hint={`The action now uses ${locator}`}
              onClick={() => void attempt('Use this element', () => replaceLocator(ide, action, locator))}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <TextButton label={`Show ${hidden} more`} size="compact-xs" variant="subtle" onClick={() => setOpen(true)} />
      )}
    </div>
  );
}

/** Continues on the page that is open, at the action of the test itself. */
function RunFromHere({ testCode, last, failure: { path } }: FailureDeskProps) {
  const ide = useIde();
  const busy = useIdeState(windowObstacle);
  const isAppOpen = useIdeState(state => state.app.isOpen);
  const environment = useIdeState(environmentOf);
  const [own] = path;
  if (own === undefined || own.testCode !== testCode) return null;
  const where = isAppOpen ? undefined : 'No page is open to continue on: run the whole test';
  const obstacle = last.row === undefined ? where : 'Data rows always run from their first action';
  const start = () => {
    const given = { testId: TestCode.parse(testCode), environment, context: 'live' as const };
    return runAgain(ide, { name: 'runTest', given, from: own });
  };
  return (
    <TextButton
      label="Run from here"
      variant="default"
      icon={<PlayIcon size={15} aria-hidden />}
      hint="Continues on the page that is open now"
      obstacle={busy ?? obstacle}
      onClick={() => void attempt('Run from here', start)}
    />
  );
}

function CopyReport({ testCode, last, failure }: FailureDeskProps) {
  const snapshot = useIdeState(snapshotOf);
  const release = useIdeState(state => state.release);
  const test = snapshot?.tests[testCode];
  const names = [test && snapshot?.modules[test.moduleCode]?.name, test?.name ?? testCode];
  const title = names.filter(name => name !== undefined).join(' › ');
  const version = snapshot?.versions.find(({ versionId }) => versionId === snapshot.versionId)?.name;
  const text = bugReport({ title, last, failure, appUrl: snapshot?.project.appUrl, version, release });
  return <CopyButton size="compact-sm" label="Copy as a bug report" what="as a bug report" text={text} />;
}
