/** The objects behind Playwright's interface, and whether they have what is used of them. */

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

type PartKind = 'function' | 'object' | 'string' | 'number' | 'boolean';

interface NeededPart {
  path: string;
  names: readonly string[];
  kind: string;
}

/** Parts of an object, described by `Whole`, that are used together: where one of them is missing, none is used. */
export class NeededParts<Whole extends object = object> {
  readonly #parts: readonly NeededPart[];

  /** By their kinds; `keyboard.press` is in the `keyboard` of the object. */
  constructor(paths: Readonly<Partial<Record<PartKind, readonly string[]>>>) {
    this.#parts = Object.entries(paths).flatMap(([kind, given]) =>
      given.map(path => ({ path, names: path.split('.'), kind })),
    );
  }

  areIn(value: unknown): value is Whole {
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

export const LINK_PARTS = new NeededParts<{ _connection: { toImpl(of: object): unknown } }>({
  function: ['_connection.toImpl'],
});

/** Undefined where another process has it, and for what is gone. */
export function implOf(object: object): object | undefined {
  if (!LINK_PARTS.areIn(object)) return undefined;
  try {
    const impl = object._connection.toImpl(object);
    return isObject(impl) ? impl : undefined;
  } catch {
    // It is gone.
    return undefined;
  }
}
