import type { PickedElement } from '../../app/tool-replies.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PickIcon } from '../../ui/icons.ts';
import { usePicking } from './use-picking.ts';
import { useWindowObstacle } from './use-window-call.ts';

export function PickButton({ onPick }: { onPick(picked: PickedElement): void }) {
  const obstacle = useWindowObstacle();
  const { isPicking, start, cancel } = usePicking({ onPick });
  return (
    <IconButton
      label={isPicking ? 'Cancel picking' : 'Pick an element in the live view'}
      name="Pick"
      size="sm"
      icon={<PickIcon size={15} />}
      obstacle={obstacle}
      isPressed={isPicking}
      onClick={() => (isPicking ? cancel() : start())}
    />
  );
}
