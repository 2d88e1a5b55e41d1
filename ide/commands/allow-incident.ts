import type { Ide } from '../app/ide.ts';
import { showUndo } from '../app/toasts.tsx';
import { takeBack } from './edits.ts';

/** From now on it fails no test of the project. */
export async function allowIncident(ide: Ide, text: string): Promise<void> {
  const { project } = await ide.session.call('getProject', {});
  const { failOn = {} } = project.settings ?? {};
  const allowed = [...new Set([...(failOn.allowed ?? []), text])];
  await ide.editing.change('editProject', { settings: { failOn: { ...failOn, allowed } } });
  showUndo('It fails no test any more', () => void takeBack(ide));
}
