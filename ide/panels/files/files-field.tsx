import { TagsInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIde } from '../../app/context.tsx';
import { MOST_FILES, missingFile } from './missing-files.ts';

interface FilesFieldProps {
  label: string;
  hint: string;
  /** A path in each line. */
  text: string;
  problem: string | undefined;
  isRequired: boolean;
  isFirst: boolean;
  onChange(text: string): void;
}

/** Loaded with the first form that asks for files: chosen from those of the project, or typed where a value names them. */
export function FilesField({ label, hint, text, problem, isRequired, isFirst, onChange }: FilesFieldProps) {
  const { session } = useIde();
  const [paths, setPaths] = useState<readonly string[]>();
  useEffect(() => {
    session.call('getFiles', { limit: MOST_FILES }).then(
      ({ files }) => setPaths(files.map(({ path }) => path)),
      // They can be typed.
      () => undefined,
    );
  }, [session]);
  return (
    <TagsInput
      size="xs"
      label={label}
      description={hint}
      placeholder={text === '' ? 'Choose files' : undefined}
      data={[...(paths ?? [])]}
      value={text.split('\n').filter(line => line !== '')}
      error={paths === undefined ? problem : (missingFile(paths, text) ?? problem)}
      withAsterisk={isRequired}
      data-autofocus={isFirst || undefined}
      splitChars={['\n']}
      acceptValueOnBlur
      limit={200}
      onChange={values => onChange(values.join('\n'))}
    />
  );
}
