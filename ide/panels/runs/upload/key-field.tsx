import { TextInput } from '@mantine/core';
import { ISSUE_KEY } from '../../../../model/feature/issue-keys.ts';

/** As the service writes keys; undefined for none. */
export const keyOf = (text: string): string | undefined => text.trim().toUpperCase() || undefined;

export const isKey = (text: string): boolean => {
  const key = keyOf(text);
  return key === undefined || ISSUE_KEY.test(key);
};

interface KeyFieldProps {
  label: string;
  description: string;
  placeholder: string;
  value: string;
  isDisabled: boolean;
  isFirst?: boolean;
  onChange(value: string): void;
}

/** The key of an issue, which may be left out. */
export const KeyField = ({
  label,
  description,
  placeholder,
  value,
  isDisabled,
  isFirst = false,
  onChange,
}: KeyFieldProps) => (
  <TextInput
    size="xs"
    label={label}
    description={description}
    placeholder={placeholder}
    value={value}
    error={isKey(value) ? undefined : 'An issue key is wanted, e.g. SHOP-901'}
    disabled={isDisabled}
    data-autofocus={isFirst || undefined}
    onChange={event => onChange(event.currentTarget.value)}
    autoComplete="off"
    spellCheck={false}
  />
);
