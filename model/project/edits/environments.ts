import { AppError } from '../../errors/errors.ts';
import { EnvironmentCode } from '../../names/codes.ts';
import { REPAIR_COMMAND } from '../collisions.ts';
import { type Environment, type EnvironmentItem, environmentSecretKey } from '../environment.ts';
import type { TestBrowser } from '../test-browser.ts';
import type { VersionContent, VersionDraft } from '../version-content.ts';
import { setOptional } from './set-optional.ts';

/** Without `kind` an existing item keeps its kind, and without `value` a secret keeps its value. */
interface ItemInput {
  name: string;
  value?: string | undefined;
  kind?: EnvironmentItem['kind'] | undefined;
}

/** The project files never hold values of secrets. */
export interface SecretWriter {
  setSecret(key: string, value: string | undefined): void;
}

/** Errors: `not-found`, naming the environments there are. */
export function findEnvironment(content: VersionContent, codeOrName: string, field = 'environment'): Environment {
  const { environments } = content.environments;
  const found =
    environments.find(environment => environment.environmentCode === codeOrName) ??
    environments.find(environment => environment.name === codeOrName);
  if (found !== undefined) return found;
  const names = environments.map(environment => `${environment.environmentCode} ${environment.name}`).join(', ');
  const there = names === '' ? 'There are none yet.' : `There are: ${names}.`;
  throw new AppError('not-found', `No environment "${codeOrName}". ${there}`, { field, next: 'getEnvironments' });
}

function refuseTakenName(content: VersionContent, name: string, except?: EnvironmentCode): void {
  const holder = content.environments.environments.find(
    environment => environment.name.toLowerCase() === name.toLowerCase() && environment.environmentCode !== except,
  );
  if (holder !== undefined)
    throw new AppError('name-taken', `Environment ${holder.environmentCode} has the name "${name}" already.`, {
      field: 'name',
    });
}

interface ItemTarget {
  versionId: string;
  environment: Environment;
  secrets: SecretWriter;
}

function setItems({ versionId, environment, secrets }: ItemTarget, items: readonly ItemInput[]): void {
  const names = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (names.has(item.name))
      throw new AppError('invalid-params', `"items[${index}].name": "${item.name}" appears twice.`, {
        field: `items[${index}].name`,
      });
    names.add(item.name);
  }
  const keyOf = (name: string) => environmentSecretKey(versionId, environment.environmentCode, name);
  const oldKinds = new Map(environment.items.map(({ name, kind }) => [name, kind]));
  const next = items.map(({ name, value, kind = oldKinds.get(name) ?? 'variable' }): EnvironmentItem => {
    if (kind !== 'secret') return { name, kind, value: value ?? '' };
    if (value !== undefined) secrets.setSecret(keyOf(name), value);
    return { name, kind };
  });
  const secretNames = new Set(next.filter(({ kind }) => kind === 'secret').map(({ name }) => name));
  for (const [name, kind] of oldKinds)
    if (kind === 'secret' && !secretNames.has(name)) secrets.setSecret(keyOf(name), undefined);
  environment.items = next;
}

export function addEnvironment(
  draft: VersionDraft,
  secrets: SecretWriter,
  input: { name: string; browser?: TestBrowser | null | undefined; items?: readonly ItemInput[] | undefined },
): EnvironmentCode {
  refuseTakenName(draft, input.name);
  const environmentCode = EnvironmentCode.parse(`e${draft.nextNumber('e')}`);
  const environment: Environment = { environmentCode, name: input.name, items: [] };
  setOptional(environment, 'browser', input.browser);
  setItems({ versionId: draft.version.versionId, environment, secrets }, input.items ?? []);
  draft.draftEnvironments().environments.push(environment);
  return environmentCode;
}

export function editEnvironment(
  draft: VersionDraft,
  secrets: SecretWriter,
  input: {
    environmentCode: EnvironmentCode;
    name?: string | undefined;
    browser?: TestBrowser | null | undefined;
    items?: readonly ItemInput[] | undefined;
  },
): void {
  const environment = draftEnvironment(draft, input.environmentCode);
  if (input.name !== undefined) {
    refuseTakenName(draft, input.name, input.environmentCode);
    environment.name = input.name;
  }
  setOptional(environment, 'browser', input.browser);
  if (input.items !== undefined) setItems({ versionId: draft.version.versionId, environment, secrets }, input.items);
}

export function deleteEnvironment(draft: VersionDraft, secrets: SecretWriter, environmentCode: EnvironmentCode): void {
  const environment = draftEnvironment(draft, environmentCode);
  setItems({ versionId: draft.version.versionId, environment, secrets }, []);
  const list = draft.draftEnvironments().environments;
  list.splice(list.indexOf(environment), 1);
}

/** Refuses duplicates: environments with one code share their secrets too. */
function draftEnvironment(draft: VersionDraft, environmentCode: EnvironmentCode): Environment {
  const { environments } = draft.draftEnvironments();
  const [found, duplicate] = environments.filter(candidate => candidate.environmentCode === environmentCode);
  if (found === undefined) return findEnvironment(draft, environmentCode, 'environmentCode');
  if (duplicate === undefined) return found;
  const both = `"${found.name}" and "${duplicate.name}"`;
  const message = `Two environments have the code ${environmentCode}: ${both}. "${REPAIR_COMMAND}" gives one of them another.`;
  throw new AppError('conflict', message, { field: 'environmentCode', next: REPAIR_COMMAND });
}
