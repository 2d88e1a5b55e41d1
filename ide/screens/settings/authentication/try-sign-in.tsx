import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useIde, useIdeState, usePlace } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import { type Call, useCall } from '../../../app/queries.ts';
import { snapshotOf } from '../../../app/state.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';
import { PlaceLink } from '../../../parts/place-link.tsx';
import { Card } from '../../../ui/card.tsx';
import classes from '../parts/form.module.css';
import { Verdict } from '../parts/verdict.tsx';
import type { AuthReply } from './auth-draft.ts';

type SignInReply = ReplyOf<'tryAuth'>;

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
  const { call, start, cancel } = useCall<SignInReply>({ timeoutMs: LIMIT_MS });
  const names = auth.roles.map(one => one.role);
  const chosen = names.find(name => name === role) ?? names[0];
  const isWorking = call.phase === 'working';
  const tryIt = () =>
    start(async options => {
      const given = chosen === undefined ? {} : { role: chosen };
      const reply = await session.call('tryAuth', given, options);
      if (reply.ok) onSignedIn();
      return reply;
    });
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
          <Button size="xs" loading={isWorking} disabled={isChanged} onClick={() => void tryIt()}>
            Try it
          </Button>
          {isWorking && (
            <Button size="xs" variant="default" onClick={cancel}>
              Cancel
            </Button>
          )}
        </div>
        {isChanged && <p className="flush note">Save first: the saved settings are the ones that are tried.</p>}
        <div role="status">
          <Outcome call={call} />
        </div>
      </div>
    </Card>
  );
}

function Outcome({ call }: { call: Call<SignInReply> }) {
  if (call.phase === 'working') return <p className="flush note">Signing in, in a separate window.</p>;
  if (call.phase === 'failed') return <Verdict isGood={false}>{call.problem.message}</Verdict>;
  if (call.phase !== 'done') return null;
  const { ok, role, ms, url, title, reason, failedAction } = call.reply;
  const seconds = (ms / 1_000).toFixed(1);
  const who = role === undefined ? 'Signed in' : `Signed in as ${role}`;
  return (
    <>
      <Verdict isGood={ok}>{ok ? `${who} in ${seconds} s` : (reason ?? 'Nobody is signed in.')}</Verdict>
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
