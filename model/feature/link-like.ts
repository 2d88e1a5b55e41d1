/** Links of texts that differ from another one in their values alone. Pure. */
import type { LinkParameters } from '../project/link.ts';
import { patternOf, valuesIn } from './step-pattern.ts';

/** A text that is to be linked, with what the parameters of the test get. */
export interface LikeLink {
  text: string;
  parameters?: LinkParameters;
  /** Its values that go nowhere, or nobody knows where. */
  lost: readonly string[];
}

/** Where a parameter of the test gets its value from. */
interface ValueSource {
  name: string;
  /** The values of the text that it takes: all of them must be one. */
  whole: readonly number[];
  /** Where none is: what it is given, and the values that this is a part of. */
  value: string;
  part: readonly number[];
}

/** A text with where its values go. */
export interface Model {
  text: string;
  sources: readonly ValueSource[];
}

/** As a link says it. */
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
  /** The parameters of the test that may take values. */
  names: readonly string[];
  /** Texts that differ from this one in their values alone. */
  others?: readonly string[];
  /** What is said already. */
  parameters?: LinkParameters | undefined;
}

/**
 * As a link says it, and the test: what is not said goes to the parameter that a placeholder in its place is called like,
 * in any of the texts, else to the next one by position.
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

/** As a person says it: for each value of the text the parameter that takes it, '' for none. Others get what is said. */
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

/** For each value of the text of a model the parameter that takes it, '' for none. */
export const choiceOf = ({ text, sources }: Model): string[] =>
  valuesIn(text).map((_, at) => sources.find(({ whole }) => whole.includes(at))?.name ?? '');

/** The link of a text that is like a model, or is that of the model. */
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
  // A column of the parameter's own name goes there by itself.
  const filled = given.filter(([name, value]) => value !== `<${name}>`);
  return {
    text: other,
    ...(filled.length === 0 ? {} : { parameters: Object.fromEntries(filled) }),
    lost: [...new Set([...unclear, ...unused])].flatMap(place => asked[place] ?? []),
  };
}

/** Those of some texts that differ from one in their values alone. */
export function textsLike(text: string, texts: Iterable<string>): string[] {
  const pattern = patternOf(text);
  return [...texts].filter(other => other !== text && patternOf(other) === pattern);
}
