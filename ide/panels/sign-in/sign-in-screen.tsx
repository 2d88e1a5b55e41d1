import { Button, Code, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { Logo } from '../../ui/logo.tsx';
import classes from './sign-in-screen.module.css';

/** Says how to get in, and takes a code. */
export function SignInScreen() {
  const { session } = useIde();
  const problem = useIdeState(state => (state.signIn.phase === 'signed-out' ? state.signIn.problem : undefined));
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await session.signIn(readCode(code));
    setBusy(false);
  };
  return (
    <main className={classes.screen}>
      <Paper className={classes.card} withBorder shadow="sm" radius="lg">
        <Logo size={40} />
        <Title order={1} size="1.375rem">
          Sign in to Steploom
        </Title>
        <Text size="sm" c="dimmed">
          This page belongs to a service on your machine. Run this where it runs, and open the link that it prints:
        </Text>
        <Code block className={classes.command}>
          npx steploom open
        </Code>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label="Or paste the link or its code"
              value={code}
              onChange={event => setCode(event.currentTarget.value)}
              error={problem}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
            <Button type="submit" loading={isBusy} disabled={code.trim() === ''}>
              Sign in
            </Button>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}

/** The code itself, or a link with it. */
export function readCode(text: string): string {
  return /[#&]code=([^&\s]+)/.exec(text)?.[1] ?? text.trim();
}
