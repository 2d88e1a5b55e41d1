import { useEffect } from 'react';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { PickedElement } from '../../../app/tool-replies.ts';
import { pickAction } from '../../../commands/add-action.ts';
import { PickIcon } from '../../../ui/icons.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { usePicking } from '../../live/use-picking.ts';
import { useRowWindow } from '../../live/use-row-window.ts';

interface PickFirstProps {
  /** Who will act in the row. */
  actor: string | undefined;
  onPick(picked: PickedElement): void;
  /** The pick has ended without an element. */
  onEnd(): void;
}

/** Begins a new action with its element, from which its kind follows. */
export function PickFirst({ actor, onPick, onEnd }: PickFirstProps) {
  const { store } = useIde();
  const window = useRowWindow(actor);
  const { obstacle } = window;
  const isWanted = useIdeState(({ view }) => view.adding?.isPicking === true);
  const isPicking = isWanted && obstacle === undefined;
  const { start, cancel } = usePicking({ window, onPick, onEnd });
  // biome-ignore lint/correctness/useExhaustiveDependencies: both do the same whenever they are made
  useEffect(() => {
    if (!isPicking) return undefined;
    start();
    return cancel;
  }, [isPicking]);
  return (
    <TextButton
      variant={isPicking ? 'light' : 'default'}
      icon={<PickIcon size={15} aria-hidden />}
      label={isPicking ? 'Cancel picking' : 'Pick an element'}
      hint="Click an element in the live view: the kind of the action follows from it"
      shortcut={pickAction.shortcut}
      obstacle={obstacle}
      isPressed={isPicking}
      onClick={() => store.setView({ adding: { isPicking: !isPicking } })}
    />
  );
}
