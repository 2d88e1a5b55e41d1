import { Code, Paper, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PasswordForm } from './password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-screen.module.css';

/** Says how to get in: with what the service prints on its own machine, from others with a password. */
export function SignInScreen() {
  const { session } = useIde();
  const by = useIdeState(state => (state.signIn.phase === 'signed-out' ? state.signIn.by : 'code'));
  return (
    <main className={classes.screen}>
      <Paper className={classes.card} withBorder shadow="sm" radius="lg">
        <Logo size={40} />
        <Title order={1} size="1.375rem">
          Sign in to Steploom
        </Title>
        {!session.isLasting && (
          <Text size="sm">
            This browser keeps nothing for this page: its local storage is switched off. You stay signed in until the
            page is reloaded, unless you allow it.
          </Text>
        )}
        {by === 'password' ? <PasswordForm /> : <CodeForm />}
      </Paper>
    </main>
  );
}

/** For people at the machine of the service, who see what it prints. */
function CodeForm() {
  const [code, setCode] = useState('');
  return (
    <>
      <Text size="sm" c="dimmed">
        This page belongs to a service on your machine. Run this where it runs, and open the link that it prints:
      </Text>
      <Code block className={classes.command}>
        npx steploom open
      </Code>
      <SignInForm words={{ code: readCode(code) }} isComplete={code.trim() !== ''}>
        {problem => (
          <TextInput
            label="Or paste the link or its code"
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
            error={problem}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
      </SignInForm>
    </>
  );
}

/** The code itself, or a link with it. */
function readCode(text: string): string {
  return /[#&]code=([^&\s]+)/.exec(text)?.[1] ?? text.trim();
}
