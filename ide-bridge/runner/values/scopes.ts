import type { NameGroup } from '../../../model/values/referenced-names.ts';

/** Nearest first: a bare name means the first layer that has it. */
export const LAYERS = ['loop', 'parameters', 'var', 'testData', 'moduleData', 'projectData', 'env', 'run'] as const;
type Layer = (typeof LAYERS)[number];

export type Values = Readonly<Record<string, unknown>>;

/** A value with secrets, e.g. a parameter `{{secret.password}}`; may replace any value of a layer. */
export class Concealed {
  readonly value: unknown;
  readonly secrets: readonly string[];

  constructor(value: unknown, secrets: readonly string[]) {
    this.value = value;
    this.secrets = secrets;
  }
}

/** A value that could not be computed; throws when it is asked for by name. */
export class FailedValue {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

interface ScopeSources extends Partial<Record<Layer, Values>> {
  secret?: Readonly<Record<string, string>>;
  app?: Values;
  /** Who is signed in; members of a test's own value called `auth` stay reachable beside it. */
  auth?: Values;
  /** Names that should have a value here, whether they have one or not. */
  declared?: readonly string[];
}

export interface FoundValue {
  value: unknown;
  secrets: readonly string[];
}

export interface Scopes {
  /** `group` is undefined for a bare name. Throws for a failed value. */
  find(name: string, group?: NameGroup): FoundValue | undefined;
  /** Names of a group, or bare names nearest layer first; each once, without failed values. */
  names(group?: NameGroup): readonly string[];
  secrets(): readonly string[];
  isDeclared(name: string): boolean;
}

/** The layers must not change afterwards. Inherited properties are no values. */
export function createScopes(sources: ScopeSources): Scopes {
  const layers = LAYERS.map(layer => sources[layer] ?? {});
  const groups: Record<NameGroup, Values> = {
    env: sources.env ?? {},
    secret: sources.secret ?? {},
    app: sources.app ?? {},
    run: sources.run ?? {},
    var: sources.var ?? {},
    auth: { ...ownMembers(layers, 'auth'), ...sources.auth },
  };
  const placesOf = (group: NameGroup | undefined) => (group === undefined ? layers : [groups[group]]);
  return {
    find(name, group) {
      const place = placesOf(group).find(values => Object.hasOwn(values, name));
      return place && found(place[name], group === 'secret');
    },
    names: group => {
      const nearest = new Map<string, unknown>();
      for (const values of placesOf(group))
        for (const [name, value] of Object.entries(values)) if (!nearest.has(name)) nearest.set(name, value);
      return [...nearest].flatMap(([name, value]) => (value instanceof FailedValue ? [] : [name]));
    },
    secrets: () => [
      ...Object.values(sources.secret ?? {}),
      ...[...layers, sources.auth ?? {}].flatMap(values =>
        Object.values(values).flatMap(value => (value instanceof Concealed ? value.secrets : [])),
      ),
    ],
    isDeclared: name => sources.declared?.includes(name) === true,
  };
}

/** Members of the nearest value of that name, unless it has secrets. */
function ownMembers(layers: readonly Values[], name: string): Values {
  const value = layers.find(values => Object.hasOwn(values, name))?.[name];
  const isPlain =
    typeof value === 'object' && value !== null && !(value instanceof Concealed || value instanceof FailedValue);
  return isPlain && !Array.isArray(value) ? { ...value } : {};
}

function found(value: unknown, isSecret: boolean): FoundValue {
  if (value instanceof FailedValue) throw value.error;
  if (value instanceof Concealed) return { value: value.value, secrets: value.secrets };
  return { value, secrets: isSecret && typeof value === 'string' ? [value] : [] };
}
