/** Settings of a feature server that only name where their value lies. */
import { isAppError } from '../../model/errors/errors.ts';
import { findEnvironment } from '../../model/project/edits/environments.ts';
import type { FeatureServer } from '../../model/project/feature-server.ts';
import type { ProjectContent } from '../../model/project/version-content.ts';
import { environmentValues } from '../runs/plan/plan-run.ts';
import type { SecretsFile } from '../store/edits/private-file.ts';

const REFERENCE = /^\s*\{\{\s*(env|secret)\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}\s*$/;

export interface Reference {
  group: 'env' | 'secret';
  name: string;
}

export function readReference(text: string): Reference | undefined {
  const [, group, name = ''] = REFERENCE.exec(text) ?? [];
  return group === 'env' || group === 'secret' ? { group, name } : undefined;
}

/** What references are looked up in. */
export interface ReferencedValues {
  content: ProjectContent;
  secrets: Pick<SecretsFile, 'ofEnvironment'>;
}

/** The value in the default environment of the default version. Errors: `not-found` where that is not there. */
export function referencedValue(values: ReferencedValues, { group, name }: Reference): string | undefined {
  const { project, versions } = values.content;
  const content = versions.get(project.defaultVersion);
  const wanted = project.defaultEnvironment;
  if (content === undefined || wanted === undefined) return undefined;
  const { variables, secrets } = environmentValues({ store: values }, content, findEnvironment(content, wanted));
  const found = group === 'env' ? variables : secrets;
  return Object.hasOwn(found, name) ? found[name] : undefined;
}

export const ADDRESSES = ['fileListUrl', 'authUrl', 'importUrl'] as const;

/** The settings with values in place of references; an address that leads nowhere is left out. */
export function withAddresses(values: ReferencedValues): FeatureServer | undefined {
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
