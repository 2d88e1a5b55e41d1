import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import type { Call } from '../../app/queries.ts';
import type { Loaded } from '../../app/state.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PassedIcon } from '../../ui/icons.ts';
import { Problem } from '../problem.tsx';
import classes from './sending.module.css';
import { ServerProgress, type ServerProgressProps } from './server-progress.tsx';
import { WithSettings } from './settings-link.tsx';

interface SendingDialogProps {
  title: string;
  call: Call;
  onClose(): void;
  children: ReactNode;
}

/** While sending, only Cancel closes it, never a stray key. */
export function SendingDialog({ title, call, onClose, children }: SendingDialogProps) {
  const isSending = call.phase === 'working';
  return (
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
}

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
  'call' | 'label' | 'plan' | 'canSend' | 'cancel' | 'again' | 'onClose'
>;

function SendingButtons({ call, label, plan, canSend, cancel, again, onClose }: SendingButtonsProps) {
  if (call.phase === 'working')
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
  const isTriedAgain = call.phase === 'failed' || call.phase === 'cancelled';
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
        <Button key={`send ${call.phase}`} autoFocus={isTriedAgain} type="submit" size="xs" disabled={!canSend}>
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

interface SendingStatusProps extends ServerProgressProps {
  place: ProjectPlace;
  cancelled: string;
}

function SendingStatus({ place, cancelled, ...progress }: SendingStatusProps) {
  const { call } = progress;
  if (call.phase === 'failed') return <SendingProblem message={call.problem.message} place={place} />;
  if (call.phase === 'cancelled')
    return (
      <Text size="sm" c="dimmed" role="status">
        Cancelled. {cancelled}
      </Text>
    );
  return <ServerProgress {...progress} />;
}
