import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import type { Loaded } from '../../app/state.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PassedIcon } from '../../ui/icons.ts';
import { Problem } from '../problem.tsx';
import classes from './sending.module.css';
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

interface SendingFormProps extends SendingStatusProps {
  /** What would be sent; undefined where nothing is chosen. */
  plan: Loaded<{ total: number }> | undefined;
  canSend: boolean;
  children: ReactNode;
  onSend(): void;
  cancel(): void;
  again(): void;
  onClose(): void;
}

/** The fields and the plan, how the sending goes, and the ways out. */
export function SendingForm({ children, plan, canSend, onSend, cancel, again, onClose, ...status }: SendingFormProps) {
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      <Stack gap="sm">
        {children}
        <SendingStatus {...status} />
        <Group justify="flex-end" gap="xs">
          <SendingButtons {...{ ...status, plan, canSend, cancel, again, onClose }} />
        </Group>
      </Stack>
    </form>
  );
}

type SendingButtonsProps = Pick<
  SendingFormProps,
  'sending' | 'label' | 'plan' | 'canSend' | 'cancel' | 'again' | 'onClose'
>;

function SendingButtons({ sending, label, plan, canSend, cancel, again, onClose }: SendingButtonsProps) {
  if (sending.phase === 'sending')
    return (
      <>
        <Button key="cancel" autoFocus variant="default" size="xs" onClick={cancel}>
          Cancel
        </Button>
        <Button size="xs" loading>
          {label}
        </Button>
      </>
    );
  const isTriedAgain = sending.phase === 'failed' || sending.phase === 'cancelled';
  return (
    <>
      <Button key="close" variant="default" size="xs" onClick={onClose}>
        Close
      </Button>
      {plan?.phase === 'failed' ? (
        <Button size="xs" onClick={again}>
          Retry
        </Button>
      ) : (
        <Button key={`send ${sending.phase}`} autoFocus={isTriedAgain} type="submit" size="xs" disabled={!canSend}>
          {isTriedAgain ? 'Try again' : label}
          {plan?.phase === 'ready' && plan.value.total > 0 && ` (${plan.value.total})`}
        </Button>
      )}
    </>
  );
}

interface SentProps {
  title: ReactNode;
  children: ReactNode;
  onClose(): void;
}

export const Sent = ({ title, children, onClose }: SentProps) => (
  <Stack gap="sm">
    <p className={`row gap-md bold ${classes.sent}`} role="status">
      <PassedIcon size={18} color="var(--st-passed)" aria-hidden />
      {title}
    </p>
    {children}
    <Group justify="flex-end">
      <Button autoFocus size="xs" onClick={onClose}>
        Done
      </Button>
    </Group>
  </Stack>
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

function SendingStatus({ sending, serverStage, place, cancelled, ...progress }: SendingStatusProps) {
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
