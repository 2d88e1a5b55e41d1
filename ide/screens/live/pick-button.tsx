import { useEffect, useRef, useState } from 'react';
import { isAppError } from '../../../model/errors/errors.ts';
import { useIde } from '../../app/context.tsx';
import { attempt } from '../../commands/command.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PickIcon } from '../../ui/icons.ts';
import type { PointedElement } from './use-pointing.ts';
import { useWindowObstacle } from './use-window-call.ts';

/** An element that was picked earlier has only its locators. */
export type PickedElement = Pick<PointedElement, 'locator' | 'fallbacks'> &
  Partial<Pick<PointedElement, 'role' | 'name' | 'value' | 'state' | 'content' | 'matches'>>;
const LIMIT_MS = 600_000;

export function PickButton({ onPick }: { onPick(picked: PickedElement): void }) {
  const { session, store } = useIde();
  const obstacle = useWindowObstacle();
  const [isPicking, setPicking] = useState(false);
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const pick = async () => {
    const own = new AbortController();
    under.current = own;
    setPicking(true);
    store.setView({ momentOf: undefined });
    await attempt('Pick an element', async () => {
      const options = { signal: own.signal, timeoutMs: LIMIT_MS };
      const reply = await session.call('pickElement', {}, options).catch((error: unknown) => {
        if (own.signal.aborted || isAppError(error, 'stopped')) return undefined;
        throw error;
      });
      if (reply !== undefined) onPick(reply.element);
    });
    if (under.current === own) setPicking(false);
  };
  return (
    <IconButton
      label={isPicking ? 'Cancel picking' : 'Pick an element in the live view'}
      name="Pick"
      size="sm"
      icon={<PickIcon size={15} />}
      obstacle={obstacle}
      isPressed={isPicking}
      onClick={() => (isPicking ? under.current?.abort() : void pick())}
    />
  );
}
