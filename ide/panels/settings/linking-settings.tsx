import { Switch } from '@mantine/core';
import { useIde } from '../../app/context.tsx';
import { useProjectRead } from '../../app/queries.ts';
import type { Session } from '../../app/session.ts';
import { attempt } from '../../commands/command.ts';
import { Card } from '../../ui/card.tsx';
import { LoadedCard } from './parts/loaded-card.tsx';

const readSetting = async (session: Session): Promise<boolean> =>
  (await session.call('getProject', {})).project.settings.features?.linkLike === true;

/** What imports of features do by themselves. */
export function LinkingSettings() {
  const { editing } = useIde();
  const { reply, again, take } = useProjectRead(readSetting);
  const change = (linkLike: boolean) => {
    take(linkLike);
    const save = () => editing.change('editProject', { settings: { features: { linkLike } } });
    // What was refused is shown as it is.
    void attempt('Change the setting', save).then(again);
  };
  return (
    <LoadedCard title="Step links" reply={reply} onRetry={again}>
      {isOn => (
        <Card title="Step links">
          <Switch
            label="Link new steps by pattern"
            description="An import also links new steps that differ from linked ones only in quoted values and numbers. Otherwise it only reports them."
            checked={isOn}
            onChange={event => change(event.currentTarget.checked)}
          />
        </Card>
      )}
    </LoadedCard>
  );
}
