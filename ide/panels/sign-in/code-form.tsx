import { Code, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-screen.module.css';

/** For people at the machine of the service, who see what it prints. */
export function CodeForm() {
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
export function readCode(text: string): string {
  return /[#&]code=([^&\s]+)/.exec(text)?.[1] ?? text.trim();
}
