import type { ComponentType } from 'react';
import type { ProjectPlace, ProjectTab } from '../app/places.ts';
import type { Screen } from '../app/screen.ts';
import { ciScreen } from '../screens/ci/screen.ts';
import { featuresScreen } from '../screens/features/screen.ts';
import { healthScreen } from '../screens/health/screen.ts';
import { liveScreen } from '../screens/live/screen.ts';
import { modulesScreen } from '../screens/modules/screen.ts';
import { runsScreen } from '../screens/runs/screen.ts';
import { settingsScreen } from '../screens/settings/screen.ts';
import { latePart } from '../ui/late-part.tsx';

const loaded = (screen: Screen, load: () => Promise<ComponentType<{ place: ProjectPlace }>>) => ({
  ...screen,
  load,
  View: latePart(load),
});

export const SCREENS = {
  modules: loaded(modulesScreen, async () => (await import('../screens/modules/modules-screen.tsx')).ModulesScreen),
  features: loaded(
    featuresScreen,
    async () => (await import('../screens/features/features-screen.tsx')).FeaturesScreen,
  ),
  runs: loaded(runsScreen, async () => (await import('../screens/runs/execution/run-screen.tsx')).RunScreen),
  health: loaded(healthScreen, async () => (await import('../screens/health/health-screen.tsx')).HealthScreen),
  ci: loaded(ciScreen, async () => (await import('../screens/ci/ci-screen.tsx')).CIScreen),
  live: loaded(liveScreen, async () => (await import('../screens/live/live-view.tsx')).LiveScreen),
  settings: loaded(
    settingsScreen,
    async () => (await import('../screens/settings/settings-screen.tsx')).SettingsScreen,
  ),
} satisfies Record<ProjectTab, Screen>;
