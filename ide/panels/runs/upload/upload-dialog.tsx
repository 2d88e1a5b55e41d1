import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PassedIcon } from '../../../ui/icons.ts';
import { useFocusReturn } from '../../../ui/use-focus-return.ts';
import { resultsText } from './plan-list.tsx';
import classes from './upload.module.css';
import { UploadForm, useSending } from './upload-form.tsx';
import type { UploadRecord, UploadReply } from './upload-reply.ts';
import { OPENS_UPLOAD } from './upload-standing.tsx';

interface UploadDialogProps {
  place: ProjectPlace;
  runId: string;
  /** The last time. */
  upload: UploadRecord | undefined;
  /** What is kept with the run may have changed. */
  onEnd(): void;
}

export function UploadDialog({ place, runId, upload, onEnd }: UploadDialogProps) {
  const { navigation } = useIde();
  const { sending, serverStage, send, cancel } = useSending(runId, onEnd);
  // What is kept with the run changes while the dialog is open.
  const lastKey = useRef(upload?.ok ? upload.key : undefined).current;
  useFocusReturn(OPENS_UPLOAD);
  const close = () => navigation.go({ ...place, dialog: undefined }, { replace: true });
  const isSending = sending.phase === 'sending';
  return (
    <Dialog
      opened
      onClose={close}
      // What is on its way is given up by Cancel alone, never by a key that slipped.
      closeOnEscape={!isSending}
      closeOnClickOutside={!isSending}
      size="42rem"
      title="Upload results"
      closeButtonProps={{ disabled: isSending }}
    >
      {sending.phase === 'sent' ? (
        <Sent reply={sending.reply} onClose={close} />
      ) : (
        <UploadForm
          {...{ place, runId, lastKey, sending, serverStage }}
          onSend={send}
          onCancel={cancel}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

const focus = (button: HTMLButtonElement | null) => button?.focus();

function Sent({ reply: { total, to, upload }, onClose }: { reply: UploadReply; onClose(): void }) {
  const { status, key, answer } = upload ?? {};
  return (
    <Stack gap="sm">
      <p className={classes.sent} role="status">
        <PassedIcon size={18} color="var(--st-passed)" aria-hidden />
        <span dir="auto">{['Uploaded', status, key].filter(fact => fact !== undefined).join(' · ')}</span>
        {key !== undefined && <CopyButton text={key} what="the key of the execution" />}
      </p>
      <Text size="sm" c="dimmed">
        {resultsText(total)} {total === 1 ? 'is' : 'are'} with <span dir="auto">{to}</span>
      </Text>
      {answer !== undefined && (
        <details className={classes.answer}>
          <summary>Answer of the service</summary>
          <Code block dir="auto" tabIndex={0} role="region" aria-label="Answer of the service">
            {answer}
          </Code>
        </details>
      )}
      <Group justify="flex-end">
        <Button ref={focus} size="xs" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
