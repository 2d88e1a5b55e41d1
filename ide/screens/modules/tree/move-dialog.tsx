import { useState } from 'react';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { snapshotOf } from '../../../app/state.ts';
import { attempt } from '../../../commands/command.ts';
import { moveItems } from '../../../commands/tree-edits.ts';
import { type ModulePath, modulePaths } from '../../../parts/module-items.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Picker, type PickerEntry } from '../../../ui/picker.tsx';
import { wordFilter } from '../../../ui/word-filter.ts';

const MOST_SHOWN = 100;

export function MoveDialog() {
  const { store } = useIde();
  const codes = useIdeState(state => state.view.moving);
  const [only = ''] = codes?.length === 1 ? codes : [];
  const name = useIdeState(state => (snapshotOf(state)?.modules[only] ?? snapshotOf(state)?.tests[only])?.name);
  const close = () => store.setView({ moving: undefined });
  return (
    <Dialog
      opened
      onClose={close}
      title={<span dir="auto">Move {name === undefined ? `${codes?.length ?? 0} items` : `“${name}”`} to</span>}
    >
      {codes !== undefined && <Modules codes={codes} onDone={close} />}
    </Dialog>
  );
}

function Modules({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const ide = useIde();
  const snapshot = useIdeState(snapshotOf);
  const [query, setQuery] = useState('');
  if (snapshot === undefined) return null;
  const fits = wordFilter(query);
  const entries = modulePaths(snapshot, codes)
    .filter(({ path }) => fits(path))
    .slice(0, MOST_SHOWN)
    .map((one: ModulePath) => ({ ...one, label: <span dir="auto">{one.path}</span> }));
  const move = ({ parent }: ModulePath & PickerEntry) => {
    onDone();
    void attempt('Move', () => moveItems(ide, codes, { parent }));
  };
  return (
    <Picker
      label="Module"
      placeholder="Find a module"
      query={query}
      onQuery={setQuery}
      entries={entries}
      onPick={move}
      empty="There is no matching module to move them to."
    />
  );
}
