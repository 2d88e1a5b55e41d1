import { Button, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { SignInWords } from '../../app/sign-in.ts';

interface SignInFormProps {
  words: SignInWords;
  isComplete: boolean;
  /** Its fields; `problem` says why the last words did not work. */
  children(problem: string | undefined): ReactNode;
}

/** Signs in with the words that its fields hold when it is sent. */
export function SignInForm({ words, isComplete, children }: SignInFormProps) {
  const { session } = useIde();
  const problem = useIdeState(state => (state.signIn.phase === 'signed-out' ? state.signIn.problem : undefined));
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await session.signIn(words);
    setBusy(false);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {children(problem)}
        <Button type="submit" loading={isBusy} disabled={!isComplete}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
