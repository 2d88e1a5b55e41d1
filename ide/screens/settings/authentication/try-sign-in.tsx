import { Button, NativeSelect, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../app/bridge-client.ts';
import { useIde, useIdeState, usePlace } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import { snapshotOf } from '../../../app/state.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';
import { PlaceLink } from '../../../parts/place-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailedIcon, PassedIcon } from '../../../ui/icons.ts';
import classes from '../parts/form.module.css';
import type { AuthReply } from './auth-draft.ts';

type SignInReply = ReplyOf<'tryAuth'>;
type TriedSignIn = { phase: 'working' } | { phase: 'refused'; message: string } | { phase: 'done'; reply: SignInReply };

/** Two minutes that the service allows a sign-in, and a margin. */
const LIMIT_MS = 150_000;

interface TrySignInProps {
  auth: AuthReply;
  isChanged: boolean;
  onSignedIn(): void;
}

export function TrySignIn({ auth, isChanged, onSignedIn }: TrySignInProps) {
  const { session } = useIde();
  const [role, setRole] = useState<string>();
  const [attempt, setAttempt] = useState<TriedSignIn>();
  const calling = useRef<AbortController>(undefined);
  useEffect(() => () => calling.current?.abort(), []);
  const names = auth.roles.map(one => one.role);
  const chosen = names.find(name => name === role) ?? names[0];
  const start = async () => {
    const mine = new AbortController();
    calling.current = mine;
    setAttempt({ phase: 'working' });
    try {
      const given = chosen === undefined ? {} : { role: chosen };
      const reply = await session.call('tryAuth', given, { signal: mine.signal, timeoutMs: LIMIT_MS });
      if (mine.signal.aborted) return;
      setAttempt({ phase: 'done', reply });
      if (reply.ok) onSignedIn();
    } catch (error) {
      if (!mine.signal.aborted) setAttempt({ phase: 'refused', message: messageOf(error) });
    }
  };
  const cancel = () => {
    calling.current?.abort();
    setAttempt(undefined);
  };
  return (
    <Card title="Try it">
      <div className={classes.form}>
        <div className={classes.bar} style={{ alignItems: 'flex-end' }}>
          {names.length > 0 && (
            <NativeSelect
              label="Sign in as"
              data={names}
              value={chosen}
              onChange={event => setRole(event.currentTarget.value)}
            />
          )}
          <Button size="xs" loading={attempt?.phase === 'working'} disabled={isChanged} onClick={() => void start()}>
            Try it
          </Button>
          {attempt?.phase === 'working' && (
            <Button size="xs" variant="default" onClick={cancel}>
              Cancel
            </Button>
          )}
        </div>
        {isChanged && <p className="flush note">Save first: the saved settings are the ones that are tried.</p>}
        <div role="status">{attempt !== undefined && <Outcome attempt={attempt} />}</div>
      </div>
    </Card>
  );
}

function Outcome({ attempt }: { attempt: TriedSignIn }) {
  if (attempt.phase === 'working') return <p className="flush note">Signing in, in a separate window.</p>;
  if (attempt.phase === 'refused') return <Verdict ok={false} words={attempt.message} />;
  const { ok, role, ms, url, title, reason, failedAction } = attempt.reply;
  const seconds = (ms / 1_000).toFixed(1);
  const who = role === undefined ? 'Signed in' : `Signed in as ${role}`;
  return (
    <>
      <Verdict ok={ok} words={ok ? `${who} in ${seconds} s` : (reason ?? 'Nobody is signed in.')} />
      {failedAction !== undefined && <FailedAction action={failedAction} />}
      {url !== undefined && (
        <Text size="xs" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          It ended on {title ? `“${title}”, ` : ''}
          {url}
        </Text>
      )}
    </>
  );
}

const Verdict = ({ ok, words }: { ok: boolean; words: string }) => (
  <p className={classes.verdict} data-ok={ok}>
    {ok ? <PassedIcon size={16} aria-hidden /> : <FailedIcon size={16} aria-hidden />}
    <span dir="auto">{words}</span>
  </p>
);

function FailedAction({ action }: { action: NonNullable<SignInReply['failedAction']> }) {
  const { testCode, actionId, actionIndex, title, message } = action;
  const place = usePlace();
  const moduleId = useIdeState(state => snapshotOf(state)?.tests[testCode]?.moduleCode);
  const words = `Action ${actionIndex + 1}: ${title}`;
  return (
    <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
      {isInProject(place) && moduleId !== undefined ? (
        <PlaceLink
          place={{
            tab: 'modules',
            projectId: place.projectId,
            versionId: place.versionId,
            moduleId,
            testId: testCode,
            actionId,
          }}
        >
          {words}
        </PlaceLink>
      ) : (
        words
      )}
      {message === '' ? '' : `: ${message}`}
    </Text>
  );
}
