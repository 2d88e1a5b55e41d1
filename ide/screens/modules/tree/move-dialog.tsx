import { useState } from 'react';
import type { ProjectSnapshot } from '../../../../model/protocol/channel/project-view.ts';
import { useIde } from '../../../app/context.tsx';
import { attempt } from '../../../commands/command.ts';
import { moveItems } from '../../../commands/tree-edits.ts';
import { modulePaths } from '../../../parts/module-items.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Picker } from '../../../ui/picker.tsx';
import { wordFilter } from '../../../ui/word-filter.ts';

const MOST_SHOWN = 100;

interface MoveDialogProps {
  snapshot: ProjectSnapshot;
  codes: readonly string[];
}

export function MoveDialog({ snapshot, codes }: MoveDialogProps) {
  const ide = useIde();
  const [query, setQuery] = useState('');
  const [only = ''] = codes.length === 1 ? codes : [];
  const name = (snapshot.modules[only] ?? snapshot.tests[only])?.name;
  const fits = wordFilter(query);
  const entries = modulePaths(snapshot, codes)
    .filter(({ path }) => fits(path))
    .slice(0, MOST_SHOWN)
    .map(one => ({ ...one, label: <span dir="auto">{one.path}</span> }));
  const close = () => ide.store.setView({ moving: undefined });
  return (
    <Dialog
      opened
      onClose={close}
      title={<span dir="auto">Move {name === undefined ? `${codes.length} items` : `“${name}”`} to</span>}
    >
      <Picker
        label="Module"
        placeholder="Find a module"
        query={query}
        onQuery={setQuery}
        entries={entries}
        onPick={({ parent }) => {
          close();
          void attempt('Move', () => moveItems(ide, codes, { parent }));
        }}
        empty="There is no matching module to move them to."
      />
    </Dialog>
  );
}
