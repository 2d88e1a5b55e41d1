import { NAME_GROUPS, type NameGroup } from '../../../model/values/referenced-names.ts';
import type { ExpressionRequest } from './expression-process.ts';
import type { Scopes } from './scopes.ts';

export interface PreparedRequest {
  request: ExpressionRequest;
  /** The secrets that went into the guarded values with these indexes, each once. */
  secretsOf(used: readonly number[]): readonly string[];
}

/** Gathers what an expression may see. Values that secrets went into are guarded, and left out unless allowed. */
export function expressionRequest(expression: string, scopes: Scopes, secretsAllowed: boolean): PreparedRequest {
  const guarded: { group?: NameGroup; name: string; value: unknown }[] = [];
  const guardedSecrets: (readonly string[])[] = [];
  const visibleOf = (group?: NameGroup): Record<string, unknown> => {
    const visible: Record<string, unknown> = Object.create(null);
    for (const name of scopes.names(group)) {
      const found = scopes.find(name, group);
      if (found === undefined) continue;
      if (found.secrets.length === 0) visible[name] = found.value;
      else {
        guarded.push({ ...(group && { group }), name, value: secretsAllowed ? found.value : undefined });
        guardedSecrets.push(found.secrets);
      }
    }
    return visible;
  };
  const groups = Object.fromEntries(NAME_GROUPS.map(group => [group, visibleOf(group)]));
  return {
    request: { expression, visible: { bare: visibleOf(), groups }, guarded, secretsAllowed },
    secretsOf: used => [...new Set(used.flatMap(index => guardedSecrets[index] ?? []))],
  };
}
