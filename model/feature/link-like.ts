/** Links for texts that differ from another text only in their values. */
import type { LinkParameters } from '../project/link.ts';
import { patternOf, valuesIn } from './step-pattern.ts';

export interface LikeLink {
  text: string;
  parameters?: LinkParameters;
  lost: readonly string[];
}

interface ValueSource {
  name: string;
  /** Positions of the values that it takes whole, which must all be equal. */
  whole: readonly number[];
  /** Where there are none: its text, and the positions of the values that occur in it. */
  value: string;
  part: readonly number[];
}

export interface Model {
  text: string;
  sources: readonly ValueSource[];
}

export function modelOfLink(text: string, parameters: LinkParameters): Model {
  const said = [...valuesIn(text).entries()];
  const where = (fits: (value: string) => boolean) => said.flatMap(([at, value]) => (fits(value) ? [at] : []));
  const sources = Object.entries(parameters).map(([name, value]) => ({
    name,
    value,
    whole: where(each => each === value || each === `<${value}>`),
    part: value === '' ? [] : where(each => each.includes(value)),
  }));
  return { text, sources };
}

interface Alike {
  names: readonly string[];
  others?: readonly string[];
  parameters?: LinkParameters | undefined;
}

/**
 * A value that is not assigned goes to the parameter named like a placeholder in its place in any of the texts, else to
 * the next one by position.
 */
export function modelByPlace(text: string, { names, others = [], parameters = {} }: Alike): Model {
  const { sources: said } = modelOfLink(text, parameters);
  const used = new Set(said.flatMap(({ whole, part }) => [...whole, ...part]));
  const alike = [text, ...others].map(valuesIn);
  const open = names.filter(name => !Object.hasOwn(parameters, name));
  const left = [...valuesIn(text).keys()].filter(at => !used.has(at));
  const named = new Map(
    open.flatMap((name): [number, string][] => {
      const at = left.find(place => alike.some(each => each[place] === `<${name}>`));
      return at === undefined ? [] : [[at, name]];
    }),
  );
  const taken = new Set(named.values());
  const free = open.filter(name => !taken.has(name));
  const found = left.flatMap((at): ValueSource[] => {
    const name = named.get(at) ?? free.shift();
    return name === undefined ? [] : [{ name, whole: [at], value: '', part: [] }];
  });
  return { text, sources: [...said, ...found] };
}

/** `valuesTo`: for each value of the text the parameter that takes it, '' for none. Other parameters stay. */
export function modelByChoice(text: string, valuesTo: readonly string[], parameters: LinkParameters = {}): Model {
  const names = [...new Set(valuesTo)].filter(name => name !== '');
  const whole = (name: string) => valuesTo.flatMap((taken, at) => (taken === name ? [at] : []));
  const said = Object.entries(parameters).filter(([name]) => !names.includes(name));
  return {
    text,
    sources: [
      ...said.map(([name, value]) => ({ name, value, whole: [], part: [] })),
      ...names.map(name => ({ name, value: '', whole: whole(name), part: [] })),
    ],
  };
}

/** For each value of the text the parameter that takes it, '' for none. */
export const choiceOf = ({ text, sources }: Model): string[] =>
  valuesIn(text).map((_, at) => sources.find(({ whole }) => whole.includes(at))?.name ?? '');

export function linkLike({ text, sources }: Model, other: string): LikeLink {
  const said = valuesIn(text);
  const asked = valuesIn(other);
  const isAsked = (places: readonly number[]) => places.every(place => asked[place] === asked[places[0] ?? 0]);
  const isAsSaid = (places: readonly number[]) => places.every(place => asked[place] === said[place]);
  const isClear = ({ whole, part }: ValueSource) => (whole.length > 0 ? isAsked(whole) : isAsSaid(part));
  const unclear = sources.filter(source => !isClear(source)).flatMap(({ whole, part }) => [...whole, ...part]);
  const used = new Set(sources.flatMap(({ whole, part }) => [...whole, ...part]));
  const unused = [...said.keys()].filter(place => !used.has(place) && (other === text || !isAsSaid([place])));
  const given = sources.map(({ name, whole: [at], value }): [string, string] => [
    name,
    (at === undefined ? undefined : asked[at]) ?? value,
  ]);
  // A column named like the parameter fills it by itself.
  const filled = given.filter(([name, value]) => value !== `<${name}>`);
  return {
    text: other,
    ...(filled.length === 0 ? {} : { parameters: Object.fromEntries(filled) }),
    lost: [...new Set([...unclear, ...unused])].flatMap(place => asked[place] ?? []),
  };
}

export function textsLike(text: string, texts: Iterable<string>): string[] {
  const pattern = patternOf(text);
  return [...texts].filter(other => other !== text && patternOf(other) === pattern);
}
