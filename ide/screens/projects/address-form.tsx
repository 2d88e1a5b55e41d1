import { Button } from '@mantine/core';
import { useState } from 'react';
import { useIde } from '../../app/context.tsx';
import { useSubmit } from '../../app/queries.ts';
import { TextField } from '../../ui/text-field.tsx';
import { createProject } from './create-project.ts';
import { addressOf, folderFor, nameFor } from './new-project-draft.ts';
import classes from './projects-screen.module.css';

export function AddressForm() {
  const ide = useIde();
  const [typed, setTyped] = useState('');
  const form = useSubmit(async () => {
    const appUrl = addressOf(typed);
    const name = nameFor(appUrl);
    const projectId = await createProject(ide, { folderId: folderFor(name, []), name, appUrl });
    ide.navigation.go({ tab: 'modules', projectId });
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className={classes.address}>
      <TextField
        aria-label="Address of your app"
        placeholder="http://localhost:3000"
        value={typed}
        onChange={setTyped}
        error={form.problem?.message}
        inputMode="url"
        data-autofocus
      />
      <Button type="submit" loading={form.isBusy} disabled={typed.trim() === ''}>
        Write a first test
      </Button>
    </form>
  );
}
