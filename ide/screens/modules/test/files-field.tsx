import { TagsInput } from '@mantine/core';
import { useAnswer } from '../../../app/queries.ts';
import { MOST_FILES, missingFile } from './missing-files.ts';

interface FilesFieldProps {
  label: string;
  hint: string;
  /** A path in each line. */
  text: string;
  problem: string | undefined;
  isRequired: boolean;
  isFirst: boolean;
  isOne?: boolean;
  onChange(text: string): void;
}

export function FilesField({
  label,
  hint,
  text,
  problem,
  isRequired,
  isFirst,
  isOne = false,
  onChange,
}: FilesFieldProps) {
  const { reply } = useAnswer('getFiles', { limit: MOST_FILES });
  // They can be typed where they cannot be listed.
  const paths = reply.phase === 'ready' ? reply.value.files.map(({ path }) => path) : undefined;
  return (
    <TagsInput
      size="xs"
      label={label}
      description={hint}
      placeholder={text === '' ? `Choose ${isOne ? 'a file' : 'files'}` : undefined}
      data={paths ?? []}
      value={text.split('\n').filter(line => line !== '')}
      error={paths === undefined ? problem : (missingFile(paths, text) ?? problem)}
      withAsterisk={isRequired}
      autoFocus={isFirst}
      data-autofocus={isFirst || undefined}
      splitChars={['\n']}
      acceptValueOnBlur
      limit={200}
      maxTags={isOne ? 1 : Number.POSITIVE_INFINITY}
      onChange={values => onChange(values.join('\n'))}
    />
  );
}
