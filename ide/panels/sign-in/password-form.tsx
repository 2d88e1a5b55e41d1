import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SignInForm } from './sign-in-form.tsx';

/** For people at another machine than that of the service. */
export function PasswordForm() {
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
