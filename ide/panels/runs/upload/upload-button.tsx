import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { UploadIcon } from '../../../ui/icons.ts';
import { TextButton } from '../../../ui/text-button.tsx';

/** What opens the dialog: this button, or the one that gives way to it once the results were sent. */
export const OPENS_UPLOAD = 'opens-upload';

/** Opens the dialog that sends the results. */
export function UploadButton({ place, obstacle }: { place: ProjectPlace; obstacle: string | undefined }) {
  const { navigation } = useIde();
  return (
    <TextButton
      id={OPENS_UPLOAD}
      label="Upload results"
      icon={<UploadIcon size={15} aria-hidden />}
      variant="default"
      obstacle={obstacle}
      onClick={() => navigation.go({ ...place, dialog: 'upload' })}
    />
  );
}
