import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './use-focus-return.ts';

export const Dialog = ({ closeButtonProps, children, ...props }: ModalProps) => (
  <Modal
    // The page does not scroll, and a lock would add a style element of its own.
    lockScroll={false}
    // Mantine's own way needs a dialog that stays mounted when it closes.
    returnFocus={false}
    closeButtonProps={{ 'aria-label': 'Close', ...closeButtonProps }}
    {...props}
  >
    <FocusReturn />
    {children}
  </Modal>
);

/** Must be mounted as long as the dialog is open. */
function FocusReturn() {
  useFocusReturn();
  return null;
}
