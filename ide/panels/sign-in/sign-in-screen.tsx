import { Paper, Text, Title } from '@mantine/core';
import { useIde, useIdeState } from '../../app/context.tsx';
import { Logo } from '../../ui/logo.tsx';
import { CodeForm } from './code-form.tsx';
import { PasswordForm } from './password-form.tsx';
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
