import { useIde, useIdeState } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { NO_CONNECTION } from '../../../commands/command.ts';
import { UploadIcon } from '../../../ui/icons.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useIsUnderWay } from '../use-is-under-way.ts';

/** Why the results of a run cannot be sent now. */
export function useUploadObstacle(runId: string): string | undefined {
  const isUnderWay = useIsUnderWay(runId);
  return useIdeState(({ connection, unknownTools }) => {
    if (connection.phase !== 'open') return NO_CONNECTION;
    if (unknownTools.has('uploadResults')) return 'This service is older than this page';
    return isUnderWay ? 'The run goes on: its results can be sent when it has ended' : undefined;
  });
}

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
