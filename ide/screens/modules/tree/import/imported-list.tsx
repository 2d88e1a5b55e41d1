import { Button, Group, Text } from '@mantine/core';
import { counted } from '../../../../../model/names/counted.ts';
import classes from './import-tests.module.css';
import type { ImportedTests } from './use-tests-import.ts';

interface ImportedListProps {
  made: ImportedTests;
  onClose(): void;
}

export const ImportedList = ({ made: { tests, faults, omitted }, onClose }: ImportedListProps) => (
  <>
    <Text size="sm" role="status" mb="sm">
      {[
        `${counted(tests.length, 'test')} imported`,
        ...(faults.length === 0 ? [] : [`${counted(faults.length, 'file')} not imported`]),
        ...omitted,
      ].join(' · ')}
    </Text>
    {faults.length > 0 && (
      <ul className={`failed ${classes.faults}`} aria-label="Files that were not imported">
        {faults.map(({ path, message }) => (
          <li key={path} className="normal-size break-words" dir="auto">
            {path}: {message}
          </li>
        ))}
      </ul>
    )}
    {tests.map(({ testCode, name, notes }) => (
      <section key={testCode} aria-label={name}>
        <Text fw={600} dir="auto">
          {name}
        </Text>
        {notes.length > 0 && (
          <ul>
            {notes.map(note => (
              <li key={note} dir="auto">
                {note}
              </li>
            ))}
          </ul>
        )}
      </section>
    ))}
    <Group justify="end">
      <Button onClick={onClose} autoFocus data-autofocus>
        Close
      </Button>
    </Group>
  </>
);
