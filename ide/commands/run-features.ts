import { AppError } from '../../model/errors/errors.ts';
import { isUnsaved } from '../app/feature-texts.ts';
import type { Ide } from '../app/ide.ts';
import { readTool } from '../app/session.ts';
import { StartedReply } from '../app/tool-replies.ts';

/** By their codes; of a scenario also one example row, such as `f1.s2.r0`. */
export type RunnableFeatures = { features: readonly string[] } | { scenarios: readonly string[] };

/** Runs features or scenarios in the environment that is chosen, as they are written on the screen, and shows how that goes. */
export async function runFeatures(ide: Ide, what: RunnableFeatures): Promise<void> {
  const codes = 'features' in what ? what.features : what.scenarios;
  for (const feature of new Set(codes.map(code => code.split('.', 1)[0] ?? code))) await saveFirst(ide, feature);
  const { project, view } = ide.store.getState();
  const environment = project === undefined ? undefined : view.environments[project.projectId];
  const { runId } = await readTool(ide.session, StartedReply, { name: 'runFeatures', given: { ...what, environment } });
  ide.navigation.goWithin({ tab: 'runs', runId });
}

async function saveFirst({ store, texts }: Ide, feature: string): Promise<void> {
  await texts.save(feature);
  if (isUnsaved(store.getState(), feature))
    throw new AppError('conflict', 'Its text is not saved: see what is wrong with it in Text.');
}
