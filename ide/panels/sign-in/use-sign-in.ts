import { type FormEvent, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { SignInWords } from '../../app/sign-in.ts';

/** A form that signs in with the words it holds when it is sent. */
export function useSignIn(words: () => SignInWords) {
  const { session } = useIde();
  const problem = useIdeState(state => (state.signIn.phase === 'signed-out' ? state.signIn.problem : undefined));
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await session.signIn(words());
    setBusy(false);
  };
  return { problem, isBusy, submit };
}
