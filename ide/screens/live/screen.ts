import type { Screen } from '../../app/screen.ts';

export const liveScreen: Screen = { label: 'Live view', entry: 'window', skeleton: { label: 'App', rows: 0 } };
