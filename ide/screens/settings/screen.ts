import type { Screen } from '../../app/screen.ts';
import { capitalized } from '../../app/screens.ts';

export const settingsScreen: Screen = {
  label: 'Settings',
  entry: 'button',
  key: 's',
  skeleton: { label: 'Loading the settings', boxes: 2, rows: 3 },
  showsLoading: true,
  title: (_state, { section }) =>
    section === undefined ? 'Settings' : `${section === 'api' ? 'API' : capitalized(section)} – Settings`,
  read: (_asked, first, second) => (second === undefined ? { section: first } : undefined),
  below: ({ section }) => [section],
};
