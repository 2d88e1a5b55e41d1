import { DEVICES } from '../project/devices.ts';

/** Counterpart of `withVariant` of `item-title.ts`; empty for other titles. */
export function variantIn(title: string): string {
  const repeat = / \(repeat \d+ of \d+\)$/.exec(title)?.[0] ?? '';
  const rest = title.slice(0, title.length - repeat.length);
  const device = / \[([^[\]]+)\]$/.exec(rest);
  return `${device !== null && DEVICES.includes(device[1] ?? '') ? device[0] : ''}${repeat}`;
}
