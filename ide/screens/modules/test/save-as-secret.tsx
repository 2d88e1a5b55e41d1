import { Button } from '@mantine/core';
import { useIde } from '../../../app/context.tsx';
import type { Ide } from '../../../app/ide.ts';
import { useWork } from '../../../app/queries.ts';
import { showDone } from '../../../app/toasts.tsx';
import { attempt } from '../../../commands/command.ts';
import { environmentOf } from '../../../commands/run-how.ts';
import classes from '../../../parts/conflict.module.css';

interface SaveAsSecretProps {
  password: string;
  /** Called with what to write in place of the password. */
  onSaved(text: string): void;
}

export function SaveAsSecret({ password, onSaved }: SaveAsSecretProps) {
  const ide = useIde();
  const { isBusy, run } = useWork();
  const save = () =>
    attempt('Save as secret', async () => {
      const { name, environment } = await keepSecret(ide, password);
      onSaved(`{{secret.${name}}}`);
      showDone(`Saved as a secret of “${environment}”`);
    });
  return (
    <div className={classes.conflict} role="status">
      <span>Everyone who opens the project can read this password.</span>
      <Button size="compact-xs" variant="default" loading={isBusy} onClick={() => void run(save)}>
        Save as secret
      </Button>
    </div>
  );
}

/** In the environment that is chosen for runs, else the first one, else a new one. */
export async function keepSecret(
  { session, editing, store }: Ide,
  value: string,
): Promise<{ name: string; environment: string }> {
  const { environments } = await session.call('getEnvironments', { limit: 1_000 });
  const chosen = environmentOf(store.getState());
  const environment =
    environments.find(one => one.environmentCode === chosen || one.name === chosen) ?? environments[0];
  const { items = [] } = environment ?? {};
  const name = freeName(items.map(item => item.name));
  const secret = { name, kind: 'secret' as const, value };
  if (environment === undefined) {
    const made = await editing.change('createEnvironment', { name: 'Local', items: [secret] });
    return { name, environment: made.environment.name };
  }
  const kept = items.map(item => ({
    name: item.name,
    kind: item.kind,
    ...(item.value === undefined ? {} : { value: item.value }),
  }));
  const { environmentCode } = environment;
  await editing.change('editEnvironment', { environmentCode, items: [...kept, secret] });
  return { name, environment: environment.name };
}

function freeName(names: readonly string[]): string {
  const candidates = ['password', ...names.map((_, index) => `password${index + 2}`), `password${names.length + 2}`];
  return candidates.find(name => !names.includes(name)) ?? 'password';
}
