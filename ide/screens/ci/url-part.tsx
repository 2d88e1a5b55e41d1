import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useIde, useIsConnected } from '../../app/context.tsx';
import type { CIChoice } from '../../app/places.ts';
import { errorAt, useWork } from '../../app/queries.ts';
import type { Session } from '../../app/session.ts';
import { showDone } from '../../app/toasts.tsx';
import { NO_CONNECTION } from '../../commands/command.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Card } from '../../ui/card.tsx';
import classes from './ci.module.css';
import { addressOptions, type CIDraft, type CIFacts, choiceArguments, choiceFault } from './ci-draft.ts';
import { IssuedUrls } from './issued-urls.tsx';

interface UrlPartProps {
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

/** The last address with its input: for another input it is not shown. */
function useAddress({ draft, choice, facts, onPasswordChange }: UrlPartProps) {
  const { session } = useIde();
  const [password, setPassword] = useState('');
  const { isBusy, problem, refuse, run } = useWork();
  /** The input of the last try: its problem does not apply to another one. */
  const [tried, setTried] = useState<string>();
  const [address, setAddress] = useState<{ url: string; of: string }>();
  const given = { ...choiceArguments(choice), options: addressOptions(draft) };
  const asked = JSON.stringify([given, choice]);
  const make = async () => {
    setTried(asked);
    const ofPassword = passwordFault(password, facts);
    const fault = ofPassword ?? choiceFault(choice);
    if (fault !== undefined) return refuse({ message: fault, field: ofPassword && 'password' });
    await run(async () => {
      if (!facts.needsPassword) await setFirstPassword(session, password);
      const { url } = await session.call('generateCIUrl', { ...given, password });
      setAddress({ url, of: asked });
    });
    if (!facts.needsPassword) onPasswordChange();
  };
  return {
    password,
    setPassword,
    isBusy,
    problem: problem?.field === 'password' || tried === asked ? problem : undefined,
    url: address?.of === asked ? address.url : undefined,
    make: () => void make(),
  };
}

const PASSWORD_OF_PROJECT = { label: 'Project password' };
const NEW_PASSWORD = {
  label: 'New project password',
  description: `The project has none yet. ${LEAST_PASSWORD} characters or more; people at other machines sign in with it, too.`,
};

/** Asks for the project's password, or sets one where there is none. */
export function UrlPart(props: UrlPartProps) {
  const { password, setPassword, isBusy, problem, url, make } = useAddress(props);
  const isConnected = useIsConnected();
  const atPassword = errorAt(problem, 'password');
  return (
    <>
      <Card title="CI URL">
        <form
          className={classes.fields}
          aria-label="CI URL"
          onSubmit={event => {
            event.preventDefault();
            if (isConnected && !isBusy) make();
          }}
        >
          <p className={classes.quiet}>An address for jobs that you have already, in the place of a script.</p>
          <PasswordInput
            {...(props.facts.needsPassword ? PASSWORD_OF_PROJECT : NEW_PASSWORD)}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            error={atPassword}
            autoComplete="off"
            className="half"
          />
          <div>
            <Button
              type="submit"
              size="xs"
              variant="default"
              loading={isBusy}
              disabled={!isConnected}
              title={isConnected ? undefined : NO_CONNECTION}
            >
              Generate CI URL
            </Button>
          </div>
          {problem !== undefined && atPassword === undefined && (
            <p className="flush failed" role="alert" dir="auto">
              {problem.message}
            </p>
          )}
        </form>
        {url !== undefined && <Address url={url} />}
      </Card>
      <IssuedUrls />
    </>
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
