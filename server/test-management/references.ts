/** References in the settings of a feature server, and the edits of their values that are refused. */
import { AppError, isAppError } from '../../model/errors/errors.ts';
import { findEnvironment } from '../../model/project/edits/environments.ts';
import { environmentSecretKey } from '../../model/project/environment.ts';
import {
  FEATURE_SERVER_SECRETS,
  type FeatureServer,
  featureServerSecretKey,
  originsOf,
} from '../../model/project/feature-server.ts';
import type { ProjectContent } from '../../model/project/version-content.ts';
import { environmentValues } from '../runs/plan/environment-values.ts';
import type { CheckedProject, EditCheck } from '../store/edits/editor.ts';
import type { SecretsFile } from '../store/edits/private-file.ts';
import { type OwnCredentials, refuseNewHost } from './own-credentials.ts';

const REFERENCE = /^\s*\{\{\s*(env|secret)\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}\s*$/;

export interface Reference {
  group: 'env' | 'secret';
  name: string;
}

export function readReference(text: string): Reference | undefined {
  const [, group, name = ''] = REFERENCE.exec(text) ?? [];
  return group === 'env' || group === 'secret' ? { group, name } : undefined;
}

interface ReferencedValues {
  content: ProjectContent;
  secrets: Pick<SecretsFile, 'ofEnvironment'>;
}

/** The value in the default environment of the default version. Errors: `not-found`. */
export function referencedValue(values: ReferencedValues, { group, name }: Reference): string | undefined {
  const { project, versions } = values.content;
  const content = versions.get(project.defaultVersion);
  const wanted = project.defaultEnvironment;
  if (content === undefined || wanted === undefined) return undefined;
  const { variables, secrets } = environmentValues({ store: values }, content, findEnvironment(content, wanted));
  const found = group === 'env' ? variables : secrets;
  return Object.hasOwn(found, name) ? found[name] : undefined;
}

const ADDRESSES = ['fileListUrl', 'authUrl', 'importUrl'] as const;

/** Resolves the references; an address that leads nowhere is left out. */
function withAddresses(values: ReferencedValues): FeatureServer | undefined {
  const { integration } = values.content.project;
  if (integration === undefined) return undefined;
  const filled = { ...integration };
  for (const field of ADDRESSES) {
    const reference = readReference(filled[field] ?? '');
    if (reference === undefined) continue;
    const value = ifThere(() => referencedValue(values, reference));
    if (value === undefined) delete filled[field];
    else filled[field] = value;
  }
  return filled;
}

function ifThere<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch (error) {
    if (isAppError(error, 'not-found')) return undefined;
    throw error;
  }
}

/** Programs with a token must not, by any edit, redirect credentials to a new host. */
export function checkEdits(own: OwnCredentials): EditCheck {
  return (before, after) => {
    const next = withAddresses(valuesOf(after));
    if (next === undefined) return;
    const old = withAddresses(valuesOf(before));
    refuseNewHost(own, { old, next });
    refuseKeptSecrets({ before, after }, { old, next });
  };
}

const valuesOf = ({ content, secret }: CheckedProject): ReferencedValues => ({
  content,
  secrets: {
    ofEnvironment: (versionId, { environmentCode }, name) =>
      secret(environmentSecretKey(versionId, environmentCode, name)),
  },
});

interface Edited {
  before: CheckedProject;
  after: CheckedProject;
}

interface Addressed {
  old: FeatureServer | undefined;
  next: FeatureServer;
}

/** New hosts in the settings drop the secrets anyway; the value behind a referenced address may change, too. */
function refuseKeptSecrets({ before, after }: Edited, { old, next }: Addressed): void {
  const [was, is] = [before, after].map(({ content }) => content.project.integration);
  if (ADDRESSES.some(field => was?.[field] !== is?.[field])) return;
  const kept = FEATURE_SERVER_SECRETS.filter(name => {
    const secretOf = ({ content, secret }: CheckedProject) =>
      content.project.integration?.[name] ?? secret(featureServerSecretKey(name));
    return secretOf(after) !== undefined && secretOf(after) === secretOf(before);
  });
  if (kept.length === 0 || old === undefined) return;
  const known = originsOf(old);
  const strange = [...originsOf(next)].find(origin => !known.has(origin));
  if (strange === undefined) return;
  const names = kept.join(' and ');
  throw new AppError(
    'forbidden',
    `${names} of the feature server would go to ${strange}, which only people at the machine may do.`,
    {
      next: `Use the page or the command line, or remove ${names} with configureFeatureServer first and set it again afterwards.`,
    },
  );
}
