import { Switch } from '@mantine/core';
import { useIde, useIdeState } from '../../app/context.tsx';
import { allCommands } from '../../commands/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Shortcut } from '../../ui/shortcut.tsx';
import classes from './search.module.css';

/** Keys of no command. */
const OTHERS = [
  { title: 'Edit the action', keys: 'Enter' },
  { title: 'Add the new action and go on with the next', keys: 'Enter' },
  { title: 'Save the form of an action', keys: '$mod+Enter' },
  { title: 'Select several', keys: 'Shift+ArrowDown' },
  { title: 'Move a module or a test', keys: '$mod+Shift+d' },
  { title: 'Leave the app window', keys: 'Control+Alt+Escape' },
];

export function KeysDialog() {
  const ide = useIde();
  const areSingleOn = useIdeState(state => state.view.areSingleKeysOn);
  const keys = allCommands(ide).flatMap(({ title, shortcut }) =>
    shortcut === undefined ? [] : [{ title, keys: shortcut }],
  );
  return (
    <Dialog opened onClose={() => ide.store.setView({ dialog: undefined })} title="Keyboard shortcuts" size="xl">
      <dl className={classes.keys}>
        {[...keys, ...OTHERS].map(({ title, keys: shortcut }) => (
          <div key={title} className={classes.key}>
            <dt>{title}</dt>
            <dd>
              <Shortcut keys={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        mt="md"
        size="xs"
        label="Single-letter shortcuts"
        description="Keys without Ctrl, such as G then M"
        checked={areSingleOn}
        onChange={event => ide.store.setView({ areSingleKeysOn: event.currentTarget.checked })}
      />
    </Dialog>
  );
}
