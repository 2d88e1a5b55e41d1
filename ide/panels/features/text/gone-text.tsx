import { Button } from '@mantine/core';
import { useIde } from '../../../app/context.tsx';
import { showUndo } from '../../../app/toasts.tsx';
import { attempt } from '../../../commands/command.ts';
import { createFeature } from '../../../commands/feature-edits.ts';
import { Hint } from '../../../ui/hint.tsx';

/** What was being written when somebody else deleted its feature. */
export function GoneText({ feature, text }: { feature: string; text: string }) {
  const ide = useIde();
  const make = async () => {
    await createFeature(ide, { text });
    ide.texts.discard(feature);
  };
  return (
    <Hint
      title="Somebody else deleted this feature"
      actions={
        <>
          <Button size="xs" onClick={() => void attempt('Make it anew', make)}>
            Make it anew
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => showUndo('Your changes are discarded', ide.texts.discard(feature))}
          >
            Discard
          </Button>
        </>
      }
    >
      What you wrote in it is not saved.
    </Hint>
  );
}
