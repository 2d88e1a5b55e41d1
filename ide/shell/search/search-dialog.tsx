import { useDeferredValue, useMemo, useState } from 'react';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { useRead } from '../../app/queries.ts';
import { featuresOf, snapshotOf } from '../../app/state.ts';
import { perform } from '../../commands/command.ts';
import { allCommands, COMMANDS } from '../../commands/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Picker, type PickerEntry } from '../../ui/picker.tsx';
import { Shortcut } from '../../ui/shortcut.tsx';
import { type Found, find } from './find.ts';
import classes from './search.module.css';

export function SearchDialog() {
  const { store } = useIde();
  const isOpen = useIdeState(state => state.view.dialog === 'search');
  const close = () => store.setView({ dialog: undefined });
  return (
    <Dialog opened={isOpen} onClose={close} title="Search" size="lg">
      {isOpen && <Search onDone={close} />}
    </Dialog>
  );
}

interface SearchEntry extends PickerEntry {
  open(how: { isRun: boolean }): void;
}

function Search({ onDone }: { onDone(): void }) {
  const [query, setQuery] = useState('');
  const places = usePlaces(query, onDone);
  const commands = useCommands(query, onDone);
  const isForCommands = query.trim() === '' || query.trim().startsWith('>');
  return (
    <Picker
      label="Search"
      placeholder="Tests, features, actions · > commands · @ tags · # codes"
      query={query}
      onQuery={setQuery}
      entries={isForCommands ? commands : [...places, ...commands]}
      onPick={({ open }: SearchEntry, how) => open(how)}
      empty={
        <>
          No matches for “<span dir="auto">{query}</span>”.
        </>
      }
    />
  );
}

function usePlaces(query: string, onDone: () => void): SearchEntry[] {
  const ide = useIde();
  const snapshot = useIdeState(snapshotOf);
  const features = useIdeState(featuresOf);
  const sought = useDeferredValue(query);
  const here = useMemo(
    () => (snapshot === undefined || sought.trim() === '' ? [] : find({ snapshot, features }, sought)),
    [snapshot, features, sought],
  );
  const actions = useFoundActions(sought);
  return [...here, ...actions].map(found => ({
    key: found.key,
    section: found.section,
    label: <Words found={found} />,
    open: ({ isRun }) => {
      onDone();
      ide.store.setView({ focusArea: 'elsewhere' });
      ide.navigation.goWithin(found.place);
      if (isRun) void perform(COMMANDS.runSelected, ide);
    },
  }));
}

const Words = ({ found: { name, where } }: { found: Found }) => (
  <>
    <span className="grow ellipsis" dir="auto">
      {name}
    </span>
    <span className={`fixed-size note ellipsis ${classes.where}`} dir="auto">
      {where}
    </span>
  </>
);

function useCommands(query: string, onDone: () => void): SearchEntry[] {
  const ide = useIde();
  const place = usePlace();
  const state = useIdeState(all => all);
  const words = query.replace(/^\s*>/, '').trim().toLowerCase();
  return allCommands(ide)
    .filter(command => command !== COMMANDS.openSearch && command.obstacle({ state, place }) === undefined)
    .filter(({ title }) => title.toLowerCase().includes(words))
    .map(command => ({
      key: command.title,
      section: 'Commands',
      label: (
        <>
          <span className="grow ellipsis">{command.title}</span>
          {command.shortcut !== undefined && <Shortcut keys={command.shortcut} />}
        </>
      ),
      open: () => {
        onDone();
        void perform(command, ide);
      },
    }));
}

const LIMIT = 12;

/** Only the service knows all actions. The rest is found without its answer. */
function useFoundActions(query: string): Found[] {
  const text = query.trim();
  const { reply } = useRead(
    async session => ({ text, ...(await session.call('search', { text, kinds: ['action'], limit: LIMIT })) }),
    [text],
    { isWanted: text.length > 1 && !/^[>@#]/.test(text) },
  );
  if (reply.phase !== 'ready' || reply.value.text !== text) return [];
  const found = reply.value.hits.map(
    ({ moduleCode, testCode, actionId, name, excerpt }): Found => ({
      key: `${testCode}/${actionId}`,
      section: 'Actions',
      name: excerpt,
      where: name,
      place: { tab: 'modules', moduleId: moduleCode, testId: testCode, actionId },
    }),
  );
  // Several fields of one action may match.
  return found.filter((one, index) => found.findIndex(({ key }) => key === one.key) === index);
}
