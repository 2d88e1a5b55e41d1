import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { CopyTests } from './copy-tests.tsx';
import { NewVersion, RenameVersion } from './version-form.tsx';

export function VersionDialogs({ place }: { place: ProjectPlace }) {
  const { navigation } = useIde();
  const close = () => navigation.go({ ...place, dialog: undefined, with: undefined }, { replace: true });
  switch (place.dialog) {
    case 'new-version':
      return (
        <Dialog opened onClose={close} title="New version">
          <NewVersion place={place} onDone={close} />
        </Dialog>
      );
    case 'rename-version':
      return (
        <Dialog opened onClose={close} title="Rename the version">
          <RenameVersion place={place} onDone={close} />
        </Dialog>
      );
    case 'copy-tests':
      return (
        <Dialog opened onClose={close} size="44rem" title="Copy tests to another version">
          <CopyTests place={place} onDone={close} />
        </Dialog>
      );
    case 'compare-versions':
      return (
        <Dialog opened onClose={close} size="64rem" title="Compare versions">
          <CompareVersions place={place} />
        </Dialog>
      );
    default:
      return null;
  }
}
