import { Button, Group, type ModalProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps extends Pick<ModalProps, 'opened' | 'onClose' | 'title'> {
  children: ReactNode;
  confirm: string;
  onConfirm(): void;
}

export const ConfirmDialog = ({ children, confirm, onConfirm, ...dialog }: ConfirmDialogProps) => (
  <Dialog {...dialog} centered>
    <Text size="sm" dir="auto">
      {children}
    </Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" size="xs" onClick={dialog.onClose} data-autofocus>
        Cancel
      </Button>
      <Button color="red.9" size="xs" onClick={onConfirm}>
        {confirm}
      </Button>
    </Group>
  </Dialog>
);
