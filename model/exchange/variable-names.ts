import { VariableName } from '../names/codes.ts';
import { isNameGroup } from '../values/referenced-names.ts';

export interface VariableNames {
  /** The same name each time, the variable's own where possible. */
  of(foreign: string): string;
  /** An unused name for a variable that the import adds. */
  fresh(wanted: string): string;
}

/** Expressions read these words differently; in a loop, `round` is its number. */
const RESERVED_WORDS: readonly string[] = ['true', 'false', 'null', 'and', 'or', 'in', 'function', 'round'];

const isFree = (name: string): boolean =>
  VariableName.safeParse(name).success && !isNameGroup(name) && !RESERVED_WORDS.includes(name);

const MOST_LETTERS = 60;

const spelled = (name: string): string =>
  name
    .replace(/\W/g, '_')
    .replace(/^(?=\d|$)/, '_')
    .slice(0, MOST_LETTERS);

/** `taken`: words of the imported text, which new names avoid. */
export function variableNames(taken: ReadonlySet<string>): VariableNames {
  const given = new Set<string>();
  const known = new Map<string, string>();
  const fresh = (wanted: string): string => {
    const name = spelled(wanted);
    let free = name;
    for (let number = 2; !isFree(free) || given.has(free) || taken.has(free); number += 1) free = `${name}${number}`;
    given.add(free);
    return free;
  };
  return {
    fresh,
    of(foreign) {
      const name = known.get(foreign) ?? (isFree(foreign) ? foreign : fresh(foreign));
      known.set(foreign, name);
      given.add(name);
      return name;
    },
  };
}
