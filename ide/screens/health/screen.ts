import type { Screen } from '../../app/screen.ts';

export const healthScreen: Screen = {
  label: 'Health',
  entry: 'tab',
  key: 'h',
  skeleton: { label: 'Loading health', boxes: 2, rows: 5 },
};
