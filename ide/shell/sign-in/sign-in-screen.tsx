import { Button, Code, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { useSubmit } from '../../app/queries.ts';
import type { SignInWords } from '../../app/sign-in.ts';
import { Logo } from '../../ui/logo.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './sign-in-screen.module.css';

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
            This browser does not store anything for this page: its local storage is switched off. You stay signed in
            until the page is reloaded, unless you allow it.
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
          <TextField
            label="Or paste the link or its code"
            value={code}
            onChange={setCode}
            error={problem}
            data-autofocus
          />
        )}
      </SignInForm>
    </>
  );
}

function readCode(text: string): string {
  return /[#&]code=([^&\s]+)/.exec(text)?.[1] ?? text.trim();
}

/** For people at other machines. */
function PasswordForm() {
  const [projectId, setProjectId] = useState(projectOfAddress);
  const [password, setPassword] = useState('');
  const words = { projectId: projectId.trim(), password };
  return (
    <>
      <Text size="sm" c="dimmed">
        This service runs on another machine. Sign in to one of its projects with the password that its owner has set.
      </Text>
      <SignInForm words={words} isComplete={words.projectId !== '' && password !== ''}>
        {problem => (
          <>
            <TextInput
              label="Project"
              placeholder="e.g. shop"
              value={projectId}
              onChange={event => setProjectId(event.currentTarget.value)}
              autoComplete="username"
              spellCheck={false}
              data-autofocus={projectId === '' || undefined}
            />
            <PasswordInput
              label="Project password"
              value={password}
              onChange={event => setPassword(event.currentTarget.value)}
              error={problem}
              autoComplete="current-password"
              data-autofocus={projectId !== '' || undefined}
            />
          </>
        )}
      </SignInForm>
    </>
  );
}

/** A link to something in a project names it. */
const projectOfAddress = (): string => /^\/p\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';

interface SignInFormProps {
  words: SignInWords;
  isComplete: boolean;
  /** `problem`: why the last try failed. */
  children(problem: string | undefined): ReactNode;
}

function SignInForm({ words, isComplete, children }: SignInFormProps) {
  const { session } = useIde();
  const problem = useIdeState(state => (state.signIn.phase === 'signed-out' ? state.signIn.problem : undefined));
  const { isBusy, onSubmit } = useSubmit(() => session.signIn(words));
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        {children(problem)}
        <Button type="submit" loading={isBusy} disabled={!isComplete}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
