import type { Ide } from '../app/ide.ts';

/** By their codes; of a scenario also one example row, such as `f1.s2.r0`. */
export type RunnableFeatures = { features: readonly string[] } | { scenarios: readonly string[] };

/** Runs features or scenarios in the environment that is chosen. */
export async function runFeatures({ store, session }: Ide, what: RunnableFeatures): Promise<void> {
  const { project, view } = store.getState();
  const environment = project === undefined ? undefined : view.environments[project.projectId];
  await session.callTool('runFeatures', { ...what, environment });
}
