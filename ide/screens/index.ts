/** All screens of a project: what is known of each, and the code that is loaded when it is first shown. */
import type { ComponentType } from 'react';
import type { ProjectPlace, ProjectTab } from '../app/places.ts';
import type { Screen } from '../app/screen.ts';
import { latePart } from '../ui/late-part.tsx';
import { ciScreen } from './ci/screen.ts';
import { featuresScreen } from './features/screen.ts';
import { healthScreen } from './health/screen.ts';
import { liveScreen } from './live/screen.ts';
import { modulesScreen } from './modules/screen.ts';
import { runsScreen } from './runs/screen.ts';
import { settingsScreen } from './settings/screen.ts';

const loaded = (screen: Screen, load: () => Promise<ComponentType<{ place: ProjectPlace }>>) => ({
  ...screen,
  load,
  View: latePart(load),
});

export const SCREENS = {
  modules: loaded(modulesScreen, async () => (await import('./modules/modules-screen.tsx')).ModulesScreen),
  features: loaded(featuresScreen, async () => (await import('./features/features-screen.tsx')).FeaturesScreen),
  runs: loaded(runsScreen, async () => (await import('./runs/execution/run-screen.tsx')).RunScreen),
  health: loaded(healthScreen, async () => (await import('./health/health-screen.tsx')).HealthScreen),
  ci: loaded(ciScreen, async () => (await import('./ci/ci-screen.tsx')).CIScreen),
  live: loaded(liveScreen, async () => (await import('./live/live-view.tsx')).LiveScreen),
  settings: loaded(settingsScreen, async () => (await import('./settings/settings-screen.tsx')).SettingsScreen),
} satisfies Record<ProjectTab, Screen>;
