import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { type Loaded, snapshotOf } from '../../app/state.ts';
import { attempt } from '../../commands/command.ts';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { messageOf } from '../shared/use-server-call.ts';

/** What imports of features do by themselves. */
export function LinkingSettings() {
  const { session, editing } = useIde();
  const [setting, setSetting] = useState<Loaded<boolean>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const cause = useIdeState(state => snapshotOf(state)?.sequence);
  useEffect(() => {
    if (cause === undefined || tries < 0) return undefined;
    let isCurrent = true;
    const take = (next: Loaded<boolean>) => isCurrent && setSetting(next);
    session.call('getProject', {}).then(
      ({ project }) => take({ phase: 'ready', value: project.settings.features?.linkLike === true }),
      (error: unknown) => take({ phase: 'failed', message: messageOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [session, cause, tries]);
  const change = (linkLike: boolean) => {
    setSetting({ phase: 'ready', value: linkLike });
    const save = () => editing.change('editProject', { settings: { features: { linkLike } } });
    // What was refused is shown as it is.
    void attempt('Change the setting', save).then(() => setTries(count => count + 1));
  };
  return (
    <Card title="Step links">
      {setting.phase === 'loading' && <SkeletonRows count={2} label="Loading the link settings" />}
      {setting.phase === 'failed' && (
        <Failure title="The settings cannot be shown" message={setting.message} onRetry={() => setTries(tries + 1)} />
      )}
      {setting.phase === 'ready' && (
        <Switch
          label="Link new steps by pattern"
          description="An import also links new steps that differ from linked ones only in quoted values and numbers. Otherwise it only reports them."
          checked={setting.value}
          onChange={event => change(event.currentTarget.checked)}
        />
      )}
    </Card>
  );
}
