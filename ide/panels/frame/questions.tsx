import { Button, Group, Modal, Text } from '@mantine/core';
import { useIde, useIdeState } from '../../app/context.tsx';
import { type Question, snapshotOf } from '../../app/state.ts';
import { attempt } from '../../commands/command.ts';
import { deleteRecord } from '../../commands/delete-record.ts';

/** Asks before what cannot be meant lightly. */
export function Questions() {
  const { store } = useIde();
  const question = useIdeState(state => state.view.question);
  const close = () => store.setView({ question: undefined });
  return (
    <Modal
      opened={question !== undefined}
      onClose={close}
      title={question && <Heading question={question} />}
      // The page does not scroll, and a lock would add a style element of its own.
      lockScroll={false}
      // What it asks is gone as soon as it is answered.
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      {question && <Body question={question} onDone={close} />}
    </Modal>
  );
}

function useName({ kind, ...question }: Question): string {
  const code = 'moduleCode' in question ? question.moduleCode : question.code;
  return useIdeState(state => {
    const snapshot = snapshotOf(state);
    return snapshot?.modules[code]?.name ?? snapshot?.tests[code]?.name ?? `${kind} ${code}`;
  });
}

function Heading({ question }: { question: Question }) {
  return (
    <Text fw={600} component="span" className="foreign" style={{ overflowWrap: 'anywhere' }}>
      Delete “{useName(question)}”?
    </Text>
  );
}

function Body({ question, onDone }: { question: Question; onDone(): void }) {
  const ide = useIde();
  const deletion =
    question.kind === 'delete-module'
      ? { noun: 'module' as const, code: question.moduleCode }
      : { noun: question.noun, code: question.code, force: true };
  const remove = () => {
    onDone();
    void attempt('Delete', () => deleteRecord(ide, deletion));
  };
  const isModule = question.kind === 'delete-module';
  return (
    <>
      <Text size="sm">
        {isModule
          ? `${question.tests === 1 ? 'Its 1 test goes' : `Its ${question.tests} tests go`} with it. Undo brings everything back.`
          : question.message}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" size="xs" onClick={onDone} data-autofocus>
          Cancel
        </Button>
        <Button color="red" size="xs" onClick={remove}>
          {isModule ? 'Delete module' : 'Delete all the same'}
        </Button>
      </Group>
    </>
  );
}
