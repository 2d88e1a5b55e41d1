import { isAppError } from '../../../model/errors/errors.ts';
import { useIde } from '../../app/context.tsx';
import { useCall } from '../../app/queries.ts';
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
  const { call, start, cancel } = useCall<void>({ timeoutMs: LIMIT_MS });
  const isPicking = call.phase === 'working';
  const pick = async (options: { signal: AbortSignal }) => {
    store.setView({ momentOf: undefined });
    const reply = await session.call('pickElement', {}, options).catch((error: unknown) => {
      if (options.signal.aborted || isAppError(error, 'stopped')) return undefined;
      throw error;
    });
    if (reply !== undefined) onPick(reply.element);
  };
  return (
    <IconButton
      label={isPicking ? 'Cancel picking' : 'Pick an element in the live view'}
      name="Pick"
      size="sm"
      icon={<PickIcon size={15} />}
      obstacle={obstacle}
      isPressed={isPicking}
      onClick={() => (isPicking ? cancel() : void start(options => attempt('Pick an element', () => pick(options))))}
    />
  );
}
