import type { VersionId } from '../../../model/names/codes.ts';
import type { Ide } from '../../app/ide.ts';
import { isInProject, type ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import { showDone, showUndo } from '../../app/toasts.tsx';
import { takeBack } from '../../commands/edits.ts';

interface NamedVersion {
  versionId: VersionId;
  name: string;
}

export async function makeDefault(ide: Ide, { versionId, name }: NamedVersion): Promise<void> {
  await ide.editing.change('editProject', { defaultVersion: versionId });
  showDone(`“${name}” is the default version`);
}

/** Shows the default version first, since a deleted one cannot be followed. */
export async function deleteVersion(ide: Ide, { versionId, name }: NamedVersion): Promise<void> {
  const place = ide.navigation.place();
  const snapshot = snapshotOf(ide.store.getState());
  if (snapshot === undefined || !isInProject(place)) return;
  const next = snapshot.project.defaultVersion;
  const isShown = snapshot.versionId === versionId;
  if (isShown && next !== versionId) showVersion(ide, place, next);
  try {
    await ide.editing.change('deleteVersion', { versionId });
  } catch (error) {
    if (isShown) showVersion(ide, place, versionId);
    throw error;
  }
  showUndo(`Version “${name}” deleted`, () => void takeBack(ide));
}

/** Keeps only the tab: what was open there may not be in the other version. */
export function showVersion({ navigation }: Ide, { tab, projectId }: ProjectPlace, versionId: VersionId): void {
  navigation.go({ tab, projectId, versionId });
}
