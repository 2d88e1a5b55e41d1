import { useState } from 'react';
import { useIde, useIsConnected } from '../../app/context.tsx';
import { showDone } from '../../app/toasts.tsx';
import { attempt, NO_CONNECTION } from '../../commands/command.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TrashIcon } from '../../ui/icons.ts';
import { useIsUnderWay } from './use-run.ts';

interface DeleteRunProps {
  runId: string;
  onDeleted?(): void;
}

export function DeleteRun({ runId, onDeleted }: DeleteRunProps) {
  const { session } = useIde();
  const [isAsking, setAsking] = useState(false);
  const isUnderWay = useIsUnderWay(runId);
  const isConnected = useIsConnected();
  const obstacle = isUnderWay ? 'The run is still going: stop it first' : undefined;
  const close = () => setAsking(false);
  const remove = () =>
    attempt('Delete run', async () => {
      close();
      await session.call('deleteRun', { runId });
      showDone(`Run ${runId} deleted`);
      onDeleted?.();
    });
  return (
    <>
      <IconButton
        label={`Delete run ${runId}`}
        icon={<TrashIcon size={16} aria-hidden />}
        obstacle={isConnected ? obstacle : NO_CONNECTION}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={close}
        title={`Delete run ${runId}?`}
        confirm="Delete run"
        onConfirm={() => void remove()}
      >
        Its results, screenshots and reports are deleted for good: there is no undo.
      </ConfirmDialog>
    </>
  );
}
