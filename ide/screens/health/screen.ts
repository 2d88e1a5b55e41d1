import type { Screen } from '../../app/screen.ts';

export const healthScreen = {
  label: 'Health',
  entry: 'tab',
  key: 'h',
  skeleton: {
    label: 'Loading health',
    title: 'Health',
    about: 'How the modules ran lately, and what fails, is flaky or slow.',
    boxes: 3,
    rows: 6,
  },
} satisfies Screen;
