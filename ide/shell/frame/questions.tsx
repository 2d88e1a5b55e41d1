import { Text } from '@mantine/core';
import { counted } from '../../../model/names/counted.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { type Confirmation, snapshotOf } from '../../app/state.ts';
import { attempt } from '../../commands/command.ts';
import { deleteRecords } from '../../commands/deletions.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export function Questions() {
  const ide = useIde();
  const question = useIdeState(state => state.view.question);
  const close = () => ide.store.setView({ question: undefined });
  const remove = ({ codes, message }: Confirmation) => {
    close();
    // A message has named the users already: they need no second question.
    void attempt('Delete', () => deleteRecords(ide, codes, { force: message !== undefined }));
  };
  const isUsed = question?.kind === 'delete-used';
  return (
    <ConfirmDialog
      opened={question !== undefined}
      onClose={close}
      title={question && <Heading question={question} />}
      confirm={isUsed ? 'Delete anyway' : wordsOfButton(question)}
      onConfirm={() => question && remove(question)}
    >
      {question?.kind === 'delete-modules' ? wordsFor(question) : question?.message}
    </ConfirmDialog>
  );
}

function useName({ codes }: Confirmation): string {
  const [only = ''] = codes;
  return useIdeState(state => {
    const snapshot = snapshotOf(state);
    const name = (snapshot?.modules[only] ?? snapshot?.tests[only])?.name ?? only;
    return codes.length === 1 ? `“${name}”` : counted(codes.length, 'item');
  });
}

function Heading({ question }: { question: Confirmation }) {
  return (
    <Text fw={600} component="span" dir="auto" style={{ overflowWrap: 'anywhere' }}>
      Delete {useName(question)}?
    </Text>
  );
}

const wordsOfButton = (question: Confirmation | undefined): string =>
  question?.codes.length === 1 ? 'Delete module' : 'Delete all';

function wordsFor({ codes, tests, message }: Confirmation & { kind: 'delete-modules' }): string {
  const whose = codes.length === 1 ? 'Its' : 'Their';
  return `${whose} ${counted(tests, 'test')} will be deleted with ${codes.length === 1 ? 'it' : 'them'}. ${message ?? 'Undo brings everything back.'}`;
}
