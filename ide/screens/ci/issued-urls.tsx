import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../app/bridge-client.ts';
import { useIde, useIsConnected } from '../../app/context.tsx';
import { useAnswer } from '../../app/queries.ts';
import { showDone, showFailure } from '../../app/toasts.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './ci.module.css';

export function IssuedUrls({ newest }: { newest: string | undefined }) {
  const { session } = useIde();
  const isConnected = useIsConnected();
  const [busyId, setBusyId] = useState<string>();
  const { reply, again } = useAnswer('getCIUrls', {}, { causes: [newest], isKept: true });
  const urls = reply.phase === 'ready' ? reply.value.urls.filter(({ revokedAt }) => revokedAt === undefined) : [];
  if (urls.length === 0) return null;
  const revoke = async (id: string) => {
    setBusyId(id);
    await session.call('revokeCIUrl', { id }).then(
      () => showDone('CI URL revoked: commit project.json for it to hold elsewhere'),
      (error: unknown) => showFailure('The CI URL was not revoked', messageOf(error)),
    );
    setBusyId(undefined);
    again();
  };
  return (
    <Card title="CI URLs">
      <ul className={`stack gap-md plain-list ${classes.issued}`} aria-label="CI URLs">
        {urls.map(({ id, title, createdAt, createdBy }) => (
          <li key={id}>
            <div>
              <span dir="auto">{title}</span>
              <p className={classes.quiet}>
                <code>{id}</code> · {createdBy} · <RelativeTime at={createdAt} />
              </p>
            </div>
            <Button
              size="compact-xs"
              variant="default"
              disabled={!isConnected}
              loading={busyId === id}
              aria-label={`Revoke the CI URL ${id}`}
              onClick={() => void revoke(id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
