import { useEffect, useState } from 'react';
import { isInField } from '../commands/command.ts';

/** What a person does ends with one of these; the focus is by then where it goes. */
const ENDS = ['click', 'keyup'] as const;

/** The value, but the earlier one for as long as somebody types: what is typed in, and what is pressed, must not move. */
export function useHeldWhileTyping<Value>(value: Value): Value {
  const [held, setHeld] = useState(value);
  useEffect(() => {
    if (Object.is(value, held)) return;
    const heard = new AbortController();
    const take = () => {
      if (!isInField(document.activeElement)) setHeld(value);
    };
    for (const end of ENDS) window.addEventListener(end, take, { capture: true, signal: heard.signal });
    take();
    return () => heard.abort();
  }, [value, held]);
  return held;
}
