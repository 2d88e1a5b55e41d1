import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useIde, useIsConnected } from '../../app/context.tsx';
import type { CIChoice } from '../../app/places.ts';
import { errorAt, useWork } from '../../app/queries.ts';
import type { Session } from '../../app/session.ts';
import { showDone } from '../../app/toasts.tsx';
import { NO_CONNECTION } from '../../commands/command.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { saveText } from '../../parts/save-file.ts';
import { Card } from '../../ui/card.tsx';
import { WarningIcon } from '../../ui/icons.ts';
import classes from './ci.module.css';
import type { CIFacts } from './ci-draft.ts';
import {
  addressOptions,
  type CIDraft,
  type CIScript,
  choiceArguments,
  choiceFault,
  scriptArguments,
} from './ci-draft.ts';
import { partsOf } from './highlight.ts';
import { IssuedUrls } from './issued-urls.tsx';

interface ScriptPartProps {
  draft: CIDraft;
  choice: CIChoice;
  facts: CIFacts;
  onPasswordChange(): void;
}

/** The minimum of the service. */
const LEAST_PASSWORD = 8;

function passwordFault(password: string, { needsPassword }: CIFacts): string | undefined {
  if (needsPassword) return password === '' ? 'Enter the password of the project.' : undefined;
  return password.length < LEAST_PASSWORD ? `${LEAST_PASSWORD} characters or more are needed.` : undefined;
}

/** Never replaces a password: one may have been set since the page looked. */
async function setFirstPassword(session: Session, password: string): Promise<void> {
  const { needsPassword } = await session.call('getCITargets', {});
  if (needsPassword) return;
  await session.call('setProjectPassword', { password });
  showDone('Project password saved');
}

/** The last result with its input: for another input it is out of date. */
function useGenerator({ draft, choice, facts, onPasswordChange }: ScriptPartProps) {
  const { session } = useIde();
  const [password, setPassword] = useState('');
  const { isBusy, problem, refuse, run } = useWork();
  /** The input of the last try: its problem does not apply to another one. */
  const [tried, setTried] = useState<string>();
  const [script, setScript] = useState<{ value: CIScript; of: string }>();
  const [address, setAddress] = useState<{ url: string; of: string }>();
  const asked = JSON.stringify([draft, choice]);
  const attempt = async (make: () => Promise<void>) => {
    setTried(asked);
    const ofPassword = passwordFault(password, facts);
    const fault = ofPassword ?? choiceFault(choice);
    if (fault !== undefined) return refuse({ message: fault, field: ofPassword && 'password' });
    await run(async () => {
      if (!facts.needsPassword) await setFirstPassword(session, password);
      await make();
    });
    if (!facts.needsPassword) onPasswordChange();
  };
  const makeScript = () =>
    attempt(async () => {
      const value = await session.call('generateCIScript', scriptArguments(draft, choice, password));
      setScript({ value, of: asked });
    });
  const makeAddress = () =>
    attempt(async () => {
      const { url } = await session.call('generateCIUrl', {
        ...choiceArguments(choice),
        options: addressOptions(draft),
        password,
      });
      setAddress({ url, of: asked });
    });
  return {
    password,
    setPassword,
    isBusy,
    problem: problem?.field === 'password' || tried === asked ? problem : undefined,
    script: script?.value,
    isOld: script !== undefined && script.of !== asked,
    address: address?.of === asked ? address.url : undefined,
    makeScript: () => void makeScript(),
    makeAddress: () => void makeAddress(),
  };
}

const PASSWORD_OF_PROJECT = { label: 'Project password' };
const NEW_PASSWORD = {
  label: 'New project password',
  description: `The project has none yet. ${LEAST_PASSWORD} characters or more; people at other machines sign in with it, too.`,
};

/** Asks for the project's password, or sets one where there is none. */
export function ScriptPart(props: ScriptPartProps) {
  const made = useGenerator(props);
  const isConnected = useIsConnected();
  const { password, problem, script, address, isBusy } = made;
  const atPassword = errorAt(problem, 'password');
  return (
    <div className={classes.result}>
      <Card title="Script">
        <form
          className={classes.fields}
          aria-label="Script"
          onSubmit={event => {
            event.preventDefault();
            if (isConnected && !isBusy) made.makeScript();
          }}
        >
          <PasswordInput
            {...(props.facts.needsPassword ? PASSWORD_OF_PROJECT : NEW_PASSWORD)}
            value={password}
            onChange={({ currentTarget }) => made.setPassword(currentTarget.value)}
            error={atPassword}
            autoComplete="off"
            className="half"
          />
          <div className="flex wrap gap-md">
            <Button
              type="submit"
              size="xs"
              loading={isBusy}
              disabled={!isConnected}
              title={isConnected ? undefined : NO_CONNECTION}
            >
              Generate script
            </Button>
            <Button size="xs" variant="default" disabled={!isConnected || isBusy} onClick={made.makeAddress}>
              Generate CI URL
            </Button>
          </div>
          {problem !== undefined && atPassword === undefined && (
            <p className="flush failed" role="alert" dir="auto">
              {problem.message}
            </p>
          )}
        </form>
        {address !== undefined && <Address url={address} />}
        {script !== undefined && <ScriptText script={script} isOld={made.isOld} />}
      </Card>
      {script !== undefined && <SetUp script={script} />}
      <IssuedUrls />
    </div>
  );
}

const Address = ({ url }: { url: string }) => (
  <div className={classes.address}>
    <div className="row wrap between gap-md">
      <strong>CI URL</strong>
      <CopyButton text={url} what="the CI URL" />
    </div>
    <code className={classes.code}>{url}</code>
    <p className={classes.quiet}>
      Run it with <code>npx steploom run "…"</code> where the project is, once project.json is committed. It holds no
      secret, and opening it starts nothing.
    </p>
  </div>
);

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
