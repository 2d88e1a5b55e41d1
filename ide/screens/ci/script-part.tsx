import { Button } from '@mantine/core';
import { useState } from 'react';
import { useIsConnected } from '../../app/context.tsx';
import { isSame } from '../../app/edits.ts';
import type { CIChoice } from '../../app/places.ts';
import { useAnswer } from '../../app/queries.ts';
import { NO_CONNECTION } from '../../commands/command.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { saveText } from '../../parts/save-file.ts';
import { Card } from '../../ui/card.tsx';
import { WarningIcon } from '../../ui/icons.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import classes from './ci.module.css';
import { type CIDraft, type CIScript, choiceFault, scriptArguments } from './ci-draft.ts';
import { partsOf } from './highlight.ts';

interface ScriptPartProps {
  draft: CIDraft;
  choice: CIChoice;
}

/** The script for what the screen was opened with, or was asked for last; for another input it is out of date. */
function useScript({ draft, choice }: ScriptPartProps) {
  const given = scriptArguments(draft, choice);
  // What cannot run yet is said only to those who ask.
  const [asked, setAsked] = useState<{ given: typeof given; fault?: string | undefined } | undefined>(() =>
    choiceFault(choice) === undefined ? { given } : undefined,
  );
  const ask = () => setAsked({ given, fault: choiceFault(choice) });
  // Nobody has a use for the script of a CI server that is not chosen any more.
  if (asked !== undefined && asked.given.target !== given.target) ask();
  const isWanted = asked !== undefined && asked.fault === undefined;
  const { reply, again } = useAnswer('generateCIScript', asked?.given ?? given, { isWanted });
  const isOld = asked !== undefined && !isSame(asked.given, given);
  const fault = isWanted && reply.phase === 'failed' ? reply.message : asked?.fault;
  return {
    isBusy: isWanted && reply.phase === 'loading',
    fault: isOld ? undefined : fault,
    isOld,
    script: isWanted && reply.phase === 'ready' ? reply.value : undefined,
    make() {
      ask();
      again();
    },
  };
}

export function ScriptPart(props: ScriptPartProps) {
  const { isBusy, fault, isOld, script, make } = useScript(props);
  const isConnected = useIsConnected();
  return (
    <>
      <Card title="Script">
        <div className={classes.fields}>
          <div>
            <Button
              size="xs"
              loading={isBusy && isConnected}
              disabled={!isConnected}
              title={isConnected ? undefined : NO_CONNECTION}
              onClick={make}
            >
              Generate script
            </Button>
          </div>
          {fault !== undefined && (
            <p className="flush failed" role="alert" dir="auto">
              {fault}
            </p>
          )}
          {fault === undefined && script === undefined && !isBusy && (
            <p className={classes.quiet}>
              Choose what runs: the script for your CI server is then shown here, with what to set up there.
            </p>
          )}
        </div>
        {isBusy && <SkeletonRows count={8} label="Writing the script" />}
        {script !== undefined && <ScriptText script={script} isOld={isOld} />}
      </Card>
      {script !== undefined && <SetUp script={script} />}
    </>
  );
}

function ScriptText({ script, isOld }: { script: CIScript; isOld: boolean }) {
  const lines = script.script.trimEnd().split('\n');
  return (
    <div className={classes.file}>
      <div className="row wrap between gap-md">
        <code className={classes.fileName}>{script.fileName}</code>
        <span className="flex wrap gap-md">
          <CopyButton text={script.script} what="the script" />
          <Button
            size="compact-xs"
            variant="default"
            aria-label="Download the script"
            onClick={() => saveText(script.script, script.fileName.split('/').at(-1) ?? script.fileName)}
          >
            Download
          </Button>
        </span>
      </div>
      {isOld && (
        <p className={`flush ${classes.old}`} role="status">
          <WarningIcon size={15} aria-hidden /> Something was changed since: generate it again.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <pre className={classes.script} tabIndex={0} role="region" aria-label={`Text of ${script.fileName}`}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <span key={index}>
            {partsOf(line).map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
              <span key={at} className={part.kind && classes[part.kind]}>
                {part.text}
              </span>
            ))}
            {'\n'}
          </span>
        ))}
      </pre>
      <p className={classes.quiet}>
        The same by hand: <code>{script.command}</code>
      </p>
    </div>
  );
}

function SetUp({ script }: { script: CIScript }) {
  const { secrets, secretStore, notes, warnings = [] } = script;
  return (
    <Card title="What to set up">
      <ul className={`stack gap-md flush ${classes.notes}`}>
        {warnings.map(text => (
          <li key={text} className={classes.warning}>
            <WarningIcon size={15} aria-hidden /> {text}
          </li>
        ))}
        {secrets.length > 0 && (
          <li>
            Set in {secretStore}:
            <ul className={classes.secrets} aria-label="Secrets to set">
              {secrets.map(({ name, use }) => (
                <li key={name}>
                  <code>{name}</code> <span className={classes.quiet}>{use}</span>
                </li>
              ))}
            </ul>
          </li>
        )}
        {notes.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Card>
  );
}
