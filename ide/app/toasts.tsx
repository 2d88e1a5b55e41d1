import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

const SHORT_MS = 4_000;
const LONG_MS = 10_000;

const LOOK = {
  closeButtonProps: { 'aria-label': 'Close the message' },
  styles: { description: { color: 'var(--mantine-color-text)' } },
};

export const showDone = (message: string): void => {
  notifications.show({ message, autoClose: SHORT_MS, ...LOOK });
};

export const showWarning = (message: string): void => {
  notifications.show({ message, color: 'yellow', autoClose: LONG_MS, ...LOOK });
};

export const showFailure = (title: string, message: string): void => {
  notifications.show({ title, message, color: 'red', autoClose: LONG_MS, role: 'alert', ...LOOK });
};

let wayBack: string | undefined;

/** After another edit, undo would revert that one. */
export function dropUndo(): void {
  if (wayBack !== undefined) notifications.hide(wayBack);
  wayBack = undefined;
}

export function showUndo(message: string, undo: () => void): void {
  dropUndo();
  const id = notifications.show({
    autoClose: LONG_MS,
    ...LOOK,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" truncate dir="auto">
          {message}
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
  wayBack = id;
}
