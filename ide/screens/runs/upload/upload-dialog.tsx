import { Code, Text } from '@mantine/core';
import { useRef } from 'react';
import { counted } from '../../../../model/names/counted.ts';
import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { SendingDialog, Sent } from '../../../parts/feature-server/sending.tsx';
import { useServerCall } from '../../../parts/feature-server/use-server-call.ts';
import { useFocusReturn } from '../../../ui/use-focus-return.ts';
import classes from './upload.module.css';
import { UploadForm, type UploadKeys } from './upload-form.tsx';
import type { UploadReply, UploadReplyRecord } from './upload-reply.ts';
import { OPENS_UPLOAD } from './upload-status.tsx';

interface UploadDialogProps {
  place: ProjectPlace;
  runId: string;
  upload: UploadReplyRecord | undefined;
  /** May be called after the dialog has gone. */
  onEnd(): void;
}

export function UploadDialog({ place, runId, upload, onEnd }: UploadDialogProps) {
  const { navigation, session } = useIde();
  const { call, start, cancel } = useServerCall<UploadReply>();
  // As it was on opening: `upload` changes while the dialog is open.
  const lastKey = useRef(upload?.ok ? upload.key : undefined).current;
  useFocusReturn(OPENS_UPLOAD);
  const send = async (given: UploadKeys) => {
    await start(options => session.call('uploadResults', { runId, ...given }, options));
    onEnd();
  };
  const close = () => navigation.go({ ...place, dialog: undefined }, { replace: true });
  return (
    <SendingDialog title="Upload results" call={call} onClose={close}>
      {call.phase === 'done' ? (
        <Uploaded reply={call.reply} onClose={close} />
      ) : (
        <UploadForm {...{ place, runId, lastKey, call, cancel }} onSend={send} onClose={close} />
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
