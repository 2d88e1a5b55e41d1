import { createRedactor, type Redactor } from '../../model/values/redactor.ts';
import type { Workspace } from './workspace.ts';

/** Masks secrets that become more or fewer while it is used; made anew only when they changed. */
export function changingRedactor(secretsNow: () => readonly string[]): Redactor {
  let known = '';
  let redact: Redactor = text => text;
  return text => {
    const secrets = secretsNow();
    const key = secrets.join('\u0000');
    if (key !== known) {
      known = key;
      redact = createRedactor(secrets);
    }
    return redact(text);
  };
}

/** Masks the secrets of all projects. */
export const redactorOf = (workspace: Pick<Workspace, 'projects'>): Redactor =>
  changingRedactor(() =>
    workspace
      .projects()
      .flatMap(({ store, signIns, testManagement }) => [
        ...store.secrets.values(),
        ...signIns.tokens(),
        ...testManagement.secrets(),
      ]),
  );
