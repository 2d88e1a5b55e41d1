import { NativeSelect } from '@mantine/core';
import type { TestFormat } from '../../../../../model/exchange/files-to-import.ts';
import { IMPORT_FORMATS } from './import-formats.ts';

interface FormatSelectProps {
  format: TestFormat;
  isBusy: boolean;
  onFormat(format: TestFormat): void;
}

export const FormatSelect = ({ format, isBusy, onFormat }: FormatSelectProps) => (
  <NativeSelect
    label="Format"
    data={IMPORT_FORMATS}
    value={format}
    disabled={isBusy}
    onChange={event =>
      onFormat(IMPORT_FORMATS.find(({ value }) => value === event.currentTarget.value)?.value ?? 'json')
    }
    mb="sm"
  />
);
