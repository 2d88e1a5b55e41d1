import { Modal, type ModalProps } from '@mantine/core';

export const Dialog = ({ closeButtonProps, ...props }: ModalProps) => (
  <Modal
    // The page does not scroll, and a lock would add a style element of its own.
    lockScroll={false}
    closeButtonProps={{ 'aria-label': 'Close', ...closeButtonProps }}
    {...props}
  />
);
