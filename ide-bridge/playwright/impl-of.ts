/** The objects behind Playwright's interface, and whether they have what is used of them. */

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

type PartKind = 'function' | 'object' | 'string' | 'number' | 'boolean';

interface NeededPart {
  path: string;
  names: readonly string[];
  kind: string;
}

/** Parts of an object that are used together: where one of them is missing, none is used. */
export class NeededParts {
  readonly #parts: readonly NeededPart[];

  /** By their kinds; `keyboard.press` is in the `keyboard` of the object. */
  constructor(paths: Readonly<Partial<Record<PartKind, readonly string[]>>>) {
    this.#parts = Object.entries(paths).flatMap(([kind, given]) =>
      given.map(path => ({ path, names: path.split('.'), kind })),
    );
  }

  areIn(value: unknown): boolean {
    return this.#parts.every(part => isIn(value, part));
  }

  /** Paths of what is not there, or is of another kind. */
  missingIn(value: unknown): string[] {
    return this.#parts.filter(part => !isIn(value, part)).map(({ path }) => path);
  }
}

function isIn(value: unknown, { names, kind }: NeededPart): boolean {
  let found = value;
  for (const name of names) found = isObject(found) ? Reflect.get(found, name) : undefined;
  return found !== null && typeof found === kind;
}

export const LINK_PARTS = new NeededParts({ function: ['_connection.toImpl'] });

const isLinked = (value: object): value is { _connection: { toImpl(of: object): unknown } } => LINK_PARTS.areIn(value);

/** Undefined where another process has it, and for what is gone. */
export function implOf(object: object): object | undefined {
  if (!isLinked(object)) return undefined;
  try {
    const impl = object._connection.toImpl(object);
    return isObject(impl) ? impl : undefined;
  } catch {
    // It is gone.
    return undefined;
  }
}
