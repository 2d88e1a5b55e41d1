import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { WithSettings } from '../../../parts/feature-server/settings-link.tsx';
import { FailedIcon, PassedIcon, UploadIcon } from '../../../ui/icons.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import classes from './upload.module.css';
import type { UploadReplyRecord } from './upload-reply.ts';

interface UploadStatusProps {
  upload: UploadReplyRecord;
  place: ProjectPlace;
  obstacle: string | undefined;
}

export function UploadStatus({ upload: { ok, at, to, status, key, message }, place, obstacle }: UploadStatusProps) {
  const { navigation } = useIde();
  const facts = [status === undefined ? undefined : `last ${status}`, key].filter(fact => fact !== undefined);
  return (
    <section className={`row wrap ${classes.status}`} data-failed={!ok || undefined} aria-label="Upload">
      {ok ? <PassedIcon size={15} aria-hidden /> : <FailedIcon size={15} aria-hidden />}
      <span className={`medium numbers ${classes.statusText}`} title={to}>
        {ok ? 'Uploaded' : 'Upload failed'}
        {facts.map(fact => (
          <span key={fact} dir="auto">
            {' · '}
            {fact}
          </span>
        ))}
        {' · '}
        <RelativeTime at={at} />
      </span>
      <TextButton
        id={OPENS_UPLOAD}
        label="Send again"
        size="compact-xs"
        variant="default"
        obstacle={obstacle}
        onClick={() => navigation.go({ ...place, dialog: 'upload' })}
      />
      {message !== undefined && (
        <p className={classes.why} dir="auto">
          <WithSettings message={message} place={place} />
        </p>
      )}
    </section>
  );
}

/** The id of whichever button opens the dialog, to which the focus returns. */
export const OPENS_UPLOAD = 'opens-upload';

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
