import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { UploadIcon } from '../../../ui/icons.ts';
import { TextButton } from '../../../ui/text-button.tsx';

/** Opens the dialog that sends the results. */
export function UploadButton({ place, obstacle }: { place: ProjectPlace; obstacle: string | undefined }) {
  const { navigation } = useIde();
  return (
    <TextButton
      label="Upload results"
      icon={<UploadIcon size={15} aria-hidden />}
      variant="default"
      obstacle={obstacle}
      onClick={() => navigation.go({ ...place, dialog: 'upload' })}
    />
  );
}
