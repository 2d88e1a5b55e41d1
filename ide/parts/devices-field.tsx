import { MultiSelect } from '@mantine/core';
import { DEVICES } from '../../model/project/devices.ts';

interface DevicesFieldProps {
  devices: readonly string[] | undefined;
  size?: 'xs';
  onChange(devices: string[]): void;
}

const MOST_DEVICES = 20;

/** On which devices each test runs once; none: in the browser that it has itself. */
export const DevicesField = ({ devices = [], size, onChange }: DevicesFieldProps) => (
  <MultiSelect
    label="Devices"
    placeholder={devices.length === 0 ? 'as each test has it' : undefined}
    description={devices.length > 1 ? 'Each test runs once on each' : undefined}
    data={[...DEVICES]}
    value={[...devices]}
    onChange={onChange}
    maxValues={MOST_DEVICES}
    limit={50}
    searchable
    clearable
    // Outside of the menu that it may be in, a choice would close that.
    comboboxProps={{ transitionProps: { duration: 0 }, withinPortal: false }}
    {...(size && { size })}
  />
);
