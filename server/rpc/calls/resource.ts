import { escapeForPattern } from '../../../model/values/pattern.ts';

export interface Resource {
  /** Whole, or with parts in braces that the reader fills in: `steploom://runs/{runId}`. */
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** `values` are the parts in braces by name. */
  read(context: ResourceContext, values: Readonly<Record<string, string>>): Promise<string | Uint8Array>;
  isThere?(context: ResourceContext): Promise<boolean>;
  suggest?(name: string, context: ResourceContext): Promise<readonly string[]>;
}

export interface ResourceContext {
  /** The caller's rights hold. Errors: those of the tool. */
  call(tool: string, args: object): Promise<unknown>;
}

export const isTemplate = ({ uri }: Resource): boolean => uri.includes('{');

export function matchUri({ uri: template }: Resource, uri: string): Record<string, string> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const literals = template.split(/\{\w+\}/).map(escapeForPattern);
  const found = new RegExp(`^${literals.join('([^/?#]+)')}$`).exec(uri);
  if (found === null) return undefined;
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
  } catch {
    return undefined;
  }
}
