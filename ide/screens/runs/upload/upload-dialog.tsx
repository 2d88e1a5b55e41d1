import { Code, Text } from '@mantine/core';
import { useRef } from 'react';
import { counted } from '../../../../model/names/counted.ts';
import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { SendingDialog, Sent } from '../../../parts/feature-server/sending.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useFocusReturn } from '../../../ui/use-focus-return.ts';
import classes from './upload.module.css';
import { UploadForm, useUpload } from './upload-form.tsx';
import type { UploadReply, UploadReplyRecord } from './upload-reply.ts';
import { OPENS_UPLOAD } from './upload-status.tsx';

interface UploadDialogProps {
  place: ProjectPlace;
  runId: string;
  upload: UploadReplyRecord | undefined;
  onEnd(): void;
}

export function UploadDialog({ place, runId, upload, onEnd }: UploadDialogProps) {
  const { navigation } = useIde();
  const { sending, serverStage, send, cancel } = useUpload(runId, onEnd);
  // As it was on opening: `upload` changes while the dialog is open.
  const lastKey = useRef(upload?.ok ? upload.key : undefined).current;
  useFocusReturn(OPENS_UPLOAD);
  const close = () => navigation.go({ ...place, dialog: undefined }, { replace: true });
  return (
    <SendingDialog title="Upload results" isSending={sending.phase === 'sending'} onClose={close}>
      {sending.phase === 'sent' ? (
        <Uploaded reply={sending.reply} onClose={close} />
      ) : (
        <UploadForm {...{ place, runId, lastKey, sending, serverStage, send, cancel }} onClose={close} />
      )}
    </SendingDialog>
  );
}

function Uploaded({ reply: { total, to, upload }, onClose }: { reply: UploadReply; onClose(): void }) {
  const { status, key, answer } = upload ?? {};
  const title = (
    <>
      <span dir="auto">{['Uploaded', status, key].filter(fact => fact !== undefined).join(' · ')}</span>
      {key !== undefined && <CopyButton text={key} what="the key of the execution" />}
    </>
  );
  return (
    <Sent title={title} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {counted(total, 'result')} {total === 1 ? 'is' : 'are'} with <span dir="auto">{to}</span>
      </Text>
      {answer !== undefined && (
        <details className={classes.answer}>
          <summary>Answer of the service</summary>
          <Code block dir="auto" tabIndex={0} role="region" aria-label="Answer of the service">
            {answer}
          </Code>
        </details>
      )}
    </Sent>
  );
}
