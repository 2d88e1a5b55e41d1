import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../problem.tsx';
import { ServerProgress } from './server-progress.tsx';
import { WithSettings } from './settings-link.tsx';
import { type ServerCallOptions, useServerCall } from './use-server-call.ts';

export type Sending<Reply> =
  | { phase: 'none' }
  | { phase: 'sending' }
  | { phase: 'cancelled' }
  | { phase: 'failed'; problem: string }
  | { phase: 'sent'; reply: Reply };

export function useSending<Given, Reply>(call: (given: Given, waiting: ServerCallOptions) => Promise<Reply>) {
  const { serverStage, attempt, cancel } = useServerCall();
  const [sending, setSending] = useState<Sending<Reply>>({ phase: 'none' });
  const send = async (given: Given) => {
    setSending({ phase: 'sending' });
    await attempt(
      async waiting => setSending({ phase: 'sent', reply: await call(given, waiting) }),
      problem => setSending(problem === undefined ? { phase: 'cancelled' } : { phase: 'failed', problem }),
    );
  };
  return { sending, serverStage, send, cancel };
}

interface SendingDialogProps {
  title: string;
  isSending: boolean;
  onClose(): void;
  children: ReactNode;
}

/** While sending, only Cancel closes it, never a stray key. */
export const SendingDialog = ({ title, isSending, onClose, children }: SendingDialogProps) => (
  <Dialog
    opened
    onClose={onClose}
    closeOnEscape={!isSending}
    closeOnClickOutside={!isSending}
    size="42rem"
    title={title}
    closeButtonProps={{ disabled: isSending }}
  >
    {children}
  </Dialog>
);

export const SendingProblem = ({ message, place }: { message: string; place: ProjectPlace }) => (
  <Problem>
    <WithSettings message={message} place={place} />
  </Problem>
);

interface SendingStatusProps {
  sending: Sending<unknown>;
  serverStage: string | undefined;
  place: ProjectPlace;
  of: 'upload' | 'push';
  label: string;
  /** The label while no server is asked. */
  else: string;
  cancelled: string;
}

export function SendingStatus({ sending, serverStage, place, cancelled, ...progress }: SendingStatusProps) {
  if (sending.phase === 'sending') return <ServerProgress {...progress} stage={serverStage} />;
  if (sending.phase === 'failed') return <SendingProblem message={sending.problem} place={place} />;
  if (sending.phase === 'cancelled')
    return (
      <Text size="sm" c="dimmed" role="status">
        Cancelled. {cancelled}
      </Text>
    );
  return null;
}
