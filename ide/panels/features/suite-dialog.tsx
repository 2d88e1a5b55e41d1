import { Button, Group, Select, Stack } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { attempt } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { NEW_SUITE, plugIntoSuite } from '../../commands/suite-edits.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import { testItems } from '../shared/test-items.ts';

const NEW = { value: '', label: NEW_SUITE };

/** Asks into which suite a feature or a scenario goes. */
export function SuiteDialog({ code }: { code: string }) {
  const ide = useIde();
  const snapshot = useIdeState(snapshotOf);
  const suites = useMemo(() => testItems(snapshot, 'suite'), [snapshot]);
  const [suite, setSuite] = useState<string>(suites[0]?.value ?? NEW.value);
  const [isBusy, setBusy] = useState(false);
  const close = () => ide.store.setView({ addingToSuite: undefined });
  useFocusReturn();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await attempt(COMMANDS.addToSuite.title, async () => {
      await plugIntoSuite(ide, code, suite === NEW.value ? undefined : suite);
      close();
    });
    setBusy(false);
  };
  return (
    <Dialog opened onClose={close} title={`Add ${code} to a suite`}>
      <form onSubmit={event => void onSubmit(event)}>
        <Stack gap="sm">
          <Select
            label="Suite"
            data={[...suites, NEW]}
            value={suite}
            onChange={value => value !== null && setSuite(value)}
            limit={100}
            searchable
            allowDeselect={false}
            openOnFocus={false}
            nothingFoundMessage="No suite has this name"
            comboboxProps={{ transitionProps: { duration: 0 } }}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button size="xs" variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" size="xs" loading={isBusy}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
