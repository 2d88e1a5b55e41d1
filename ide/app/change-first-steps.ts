import { type FirstSteps, NO_STEPS } from './first-steps.ts';
import type { IdeStore } from './store.ts';

export function changeFirstSteps(store: IdeStore, projectId: string, change: (steps: FirstSteps) => FirstSteps): void {
  const { firstSteps } = store.getState().view;
  store.setView({ firstSteps: { ...firstSteps, [projectId]: change(firstSteps[projectId] ?? NO_STEPS) } });
}
