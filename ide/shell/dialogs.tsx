/** Dialogs of every screen, loaded once the screen is there. */

import { useIdeState, usePlace } from '../app/context.tsx';
import { isCommonDialog, isInProject } from '../app/places.ts';
import { lateView } from '../ui/late-part.tsx';
import { Questions } from './frame/questions.tsx';
import { KeysDialog } from './search/keys-dialog.tsx';
import { SearchDialog } from './search/search-dialog.tsx';

const FilesDialog = lateView(async () => (await import('../screens/files/files-dialog.tsx')).FilesDialog);
const VersionDialogs = lateView(async () => (await import('../screens/versions/version-dialogs.tsx')).VersionDialogs);

function PlaceDialog() {
  const place = usePlace();
  const isReady = useIdeState(state => state.project?.snapshot.phase === 'ready');
  if (!isReady || !isInProject(place)) return null;
  return place.dialog === 'files' ? <FilesDialog place={place} /> : <VersionDialogs place={place} />;
}

export function Dialogs() {
  const place = usePlace();
  const areKeysShown = useIdeState(state => state.view.dialog === 'keys');
  return (
    <>
      <Questions />
      <SearchDialog />
      {areKeysShown && <KeysDialog />}
      {isInProject(place) && isCommonDialog(place.dialog) && <PlaceDialog />}
    </>
  );
}
