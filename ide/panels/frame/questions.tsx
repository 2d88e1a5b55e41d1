import { Button, Group, Text } from '@mantine/core';
import { useIde, useIdeState } from '../../app/context.tsx';
import { type Question, snapshotOf } from '../../app/state.ts';
import { attempt } from '../../commands/command.ts';
import { deleteRecords } from '../../commands/deletions.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before what cannot be meant lightly. */
export function Questions() {
  const { store } = useIde();
  const question = useIdeState(state => state.view.question);
  const close = () => store.setView({ question: undefined });
  return (
    <Dialog
      opened={question !== undefined}
      onClose={close}
      title={question && <Heading question={question} />}
      centered
    >
      {question && <Body question={question} onDone={close} />}
    </Dialog>
  );
}

function useName({ codes }: Question): string {
  const [only = ''] = codes;
  return useIdeState(state => {
    const snapshot = snapshotOf(state);
    const name = (snapshot?.modules[only] ?? snapshot?.tests[only])?.name ?? only;
    return codes.length === 1 ? `“${name}”` : `${codes.length} items`;
  });
}

function Heading({ question }: { question: Question }) {
  return (
    <Text fw={600} component="span" dir="auto" style={{ overflowWrap: 'anywhere' }}>
      Delete {useName(question)}?
    </Text>
  );
}

function Body({ question, onDone }: { question: Question; onDone(): void }) {
  const ide = useIde();
  const isUsed = question.kind === 'delete-used';
  const remove = () => {
    onDone();
    // What has been said need not be asked once more.
    void attempt('Delete', () => deleteRecords(ide, question.codes, { force: question.message !== undefined }));
  };
  return (
    <>
      <Text size="sm" dir="auto">
        {isUsed ? question.message : wordsFor(question)}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" size="xs" onClick={onDone} data-autofocus>
          Cancel
        </Button>
        <Button color="red.9" size="xs" onClick={remove}>
          {isUsed ? 'Delete all the same' : wordsOfButton(question)}
        </Button>
      </Group>
    </>
  );
}

const wordsOfButton = ({ codes }: Question): string => (codes.length === 1 ? 'Delete module' : 'Delete all');

function wordsFor({ codes, tests, message }: Question & { kind: 'delete-modules' }): string {
  const whose = codes.length === 1 ? 'Its' : 'Their';
  const goes = tests === 1 ? `${whose} 1 test goes` : `${whose} ${tests} tests go`;
  return `${goes} with ${codes.length === 1 ? 'it' : 'them'}. ${message ?? 'Undo brings everything back.'}`;
}
