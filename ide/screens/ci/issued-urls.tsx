import { Button } from '@mantine/core';
import { useIde, useIsConnected } from '../../app/context.tsx';
import { useProjectRead, useWork } from '../../app/queries.ts';
import { showDone } from '../../app/toasts.tsx';
import { attempt } from '../../commands/command.ts';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './ci.module.css';

export function IssuedUrls() {
  const { session } = useIde();
  const isConnected = useIsConnected();
  const { busyWith, run } = useWork();
  const { reply } = useProjectRead(asked => asked.call('getCIUrls', {}));
  const urls = reply.phase === 'ready' ? reply.value.urls.filter(({ revokedAt }) => revokedAt === undefined) : [];
  if (urls.length === 0) return null;
  const revoke = (id: string) =>
    attempt('Revoke the CI URL', async () => {
      await session.call('revokeCIUrl', { id });
      showDone('CI URL revoked: commit project.json for it to hold elsewhere');
    });
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
              loading={busyWith === id}
              aria-label={`Revoke the CI URL ${id}`}
              onClick={() => void run(() => revoke(id), id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
