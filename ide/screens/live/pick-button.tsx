import type { PickedElement } from '../../app/tool-replies.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PickIcon } from '../../ui/icons.ts';
import { usePicking } from './use-picking.ts';
import { useRowWindow } from './use-row-window.ts';

interface PickButtonProps {
  /** Who acts in the row. */
  actor: string | undefined;
  onPick(picked: PickedElement): void;
}

export function PickButton({ actor, onPick }: PickButtonProps) {
  const window = useRowWindow(actor);
  const { isPicking, start, cancel } = usePicking({ window, onPick });
  return (
    <IconButton
      label={isPicking ? 'Cancel picking' : 'Pick an element in the live view'}
      name="Pick"
      size="sm"
      icon={<PickIcon size={15} />}
      obstacle={window.obstacle}
      isPressed={isPicking}
      onClick={() => (isPicking ? cancel() : start())}
    />
  );
}
