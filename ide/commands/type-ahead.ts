/** Buffers what is typed for a field that is rendered only once the service answers. */
import type { Ide } from '../app/ide.ts';

/** From the answer on: a field that is never rendered must not swallow keys. */
const DRAWN_LIMIT_MS = 4_000;

type StoreOfIde = Pick<Ide, 'store'>;

interface TypedField {
  /** Enter begins a new line. */
  hasLines?: boolean;
}

/** Collects keys until `takeTyped`, or until the work ends without a field. */
export async function typingAhead(
  { store }: StoreOfIde,
  work: () => Promise<boolean>,
  { hasLines = false }: TypedField = {},
): Promise<void> {
  const stop = () => {
    window.removeEventListener('keydown', onKey, true);
    store.setView({ typedAhead: undefined });
  };
  const onKey = (event: KeyboardEvent) => {
    const typed = store.getState().view.typedAhead;
    if (typed === undefined) return stop();
    const next = after(typed, event, hasLines);
    if (next === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    store.setView({ typedAhead: next });
  };
  store.setView({ typedAhead: { text: '' } });
  window.addEventListener('keydown', onKey, true);
  let isThere = false;
  try {
    isThere = await work();
  } finally {
    if (isThere) setTimeout(stop, DRAWN_LIMIT_MS);
    else stop();
  }
}

type Typed = NonNullable<ReturnType<Ide['store']['getState']>['view']['typedAhead']>;

/** Undefined: the key is not for the field. */
function after({ text, end }: Typed, event: KeyboardEvent, hasLines: boolean): Typed | undefined {
  const { key, repeat, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return undefined;
  // The Enter that chose the command may still be down.
  if (end !== undefined || (key === 'Enter' && repeat)) return { text, ...(end && { end }) };
  if (key === 'Enter' && hasLines) return { text: `${text}\n` };
  if (key === 'Enter' || key === 'Escape') return { text, end: key };
  if (key === 'Backspace') return { text: text.slice(0, -1) };
  return key.length === 1 ? { text: text + key } : undefined;
}

/** Ends the buffering: the field has the focus now. */
export function takeTyped({ store }: StoreOfIde): Typed {
  const typed = store.getState().view.typedAhead ?? { text: '' };
  store.setView({ typedAhead: undefined });
  return typed;
}
