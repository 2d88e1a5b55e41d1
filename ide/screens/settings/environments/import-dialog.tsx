import { Button, FileButton, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../../../../model/names/counted.ts';
import { takeText } from '../../../parts/take-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import formClasses from '../parts/form.module.css';
import { type EnvFault, readEnv } from './env-file.ts';
import classes from './environments.module.css';

interface ImportDialogProps {
  name: string;
  text: string;
  onClose(): void;
  onTake(text: string): void;
}

const MOST_FAULTS = 8;

export function ImportDialog({ name, text: dropped, onClose, onTake }: ImportDialogProps) {
  const [text, setText] = useState(dropped);
  const { dropProps } = useFileDrop(([file]) => void takeText(file, setText));
  const { items, faults } = readEnv(text);
  const values = counted(items.length, 'value');
  return (
    <Dialog opened onClose={onClose} title={`Import .env into “${name}”`} size="lg" centered>
      <div className={formClasses.form}>
        <Textarea
          label="Lines such as USER=ann"
          description="Paste them, or drop a file. Nothing is stored before you save."
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          {...dropProps}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          rows={10}
          spellCheck={false}
          data-autofocus
        />
        <div role="alert">{faults.length > 0 && <Faults faults={faults} />}</div>
        <Group justify="space-between">
          <FileButton onChange={file => void takeText(file, setText)}>
            {props => (
              <Button {...props} size="xs" variant="default">
                Choose a file
              </Button>
            )}
          </FileButton>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button size="xs" disabled={items.length === 0} onClick={() => onTake(text)}>
              {faults.length === 0 ? `Take over ${values}` : `Take over ${values}, leave the rest`}
            </Button>
          </Group>
        </Group>
      </div>
    </Dialog>
  );
}

const Faults = ({ faults }: { faults: readonly EnvFault[] }) => (
  <ul className={`flush failed ${classes.faults}`}>
    {faults.slice(0, MOST_FAULTS).map(({ line, why }) => (
      <li key={line}>
        Line {line}: {why}
      </li>
    ))}
    {faults.length > MOST_FAULTS && <li>and {faults.length - MOST_FAULTS} more</li>}
  </ul>
);
