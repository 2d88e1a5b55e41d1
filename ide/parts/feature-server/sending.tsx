import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../problem.tsx';
import { ServerProgress } from './server-progress.tsx';
import { WithSettings } from './settings-link.tsx';
import { type ServerCallOptions, useServerCall } from './use-server-call.ts';

/** What becomes of something that is sent to the feature server. */
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

/** What is on its way is given up by Cancel alone, never by a key that slipped. */
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

/** A message of the service about what cannot be sent. */
export const SendingProblem = ({ message, place }: { message: string; place: ProjectPlace }) => (
  <Problem>
    <WithSettings message={message} place={place} />
  </Problem>
);

interface SendingStandingProps {
  sending: Sending<unknown>;
  serverStage: string | undefined;
  place: ProjectPlace;
  of: 'upload' | 'push';
  label: string;
  /** What is done while no server is asked. */
  else: string;
  /** What to do after it was given up. */
  cancelled: string;
}

/** How what is sent stands, as long as it has not arrived. */
export function SendingStanding({ sending, serverStage, place, cancelled, ...progress }: SendingStandingProps) {
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
