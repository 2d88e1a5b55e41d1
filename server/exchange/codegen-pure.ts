/** Operators and methods that give the same each time. */

/** Entries of a list, characters of a text. */
export const MOST_LENGTH = 100_000;

interface PureResult {
  value: unknown;
}

const pure = (value: unknown): PureResult => ({ value });

const number = (value: unknown): number => Number(value);
const ordered = (left: unknown, right: unknown): number => {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  return Math.sign(number(left) - number(right));
};
/** As `==` does for what is no object. */
const isLike = (left: unknown, right: unknown): boolean => {
  if ((left ?? null) === null || (right ?? null) === null) return (left ?? null) === (right ?? null);
  return typeof left === typeof right ? left === right : number(left) === number(right);
};

export const BINARY: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  '+': (left, right) =>
    typeof left === 'string' || typeof right === 'string'
      ? `${String(left)}${String(right)}`
      : number(left) + number(right),
  '-': (left, right) => number(left) - number(right),
  '*': (left, right) => number(left) * number(right),
  '/': (left, right) => number(left) / number(right),
  '%': (left, right) => number(left) % number(right),
  '**': (left, right) => number(left) ** number(right),
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  '==': isLike,
  '!=': (left, right) => !isLike(left, right),
  '<': (left, right) => ordered(left, right) < 0,
  '<=': (left, right) => ordered(left, right) <= 0,
  '>': (left, right) => ordered(left, right) > 0,
  '>=': (left, right) => ordered(left, right) >= 0,
};

type TextMethod = (text: string, args: readonly unknown[]) => unknown;

const textAt = (args: readonly unknown[], at = 0): string => String(args[at]);
const numberAt = (args: readonly unknown[], at: number): number | undefined =>
  args[at] === undefined ? undefined : number(args[at]);

/** Patterns are not tried: one may take without end. */
const isText = (value: unknown): boolean => typeof value === 'string';

const padded = (text: string, args: readonly unknown[], isStart: boolean): string | undefined => {
  const [length, filler] = [numberAt(args, 0) ?? 0, args[1] === undefined ? ' ' : textAt(args, 1)];
  if (length > MOST_LENGTH) return undefined;
  return isStart ? text.padStart(length, filler) : text.padEnd(length, filler);
};

const TEXT_METHODS: Readonly<Record<string, TextMethod>> = {
  toUpperCase: text => text.toUpperCase(),
  toLowerCase: text => text.toLowerCase(),
  trim: text => text.trim(),
  trimStart: text => text.trimStart(),
  trimEnd: text => text.trimEnd(),
  toString: (text: string) => text,
  slice: (text, args) => text.slice(numberAt(args, 0), numberAt(args, 1)),
  substring: (text, args) => text.substring(numberAt(args, 0) ?? 0, numberAt(args, 1)),
  charAt: (text, args) => text.charAt(numberAt(args, 0) ?? 0),
  at: (text, args) => text.at(numberAt(args, 0) ?? 0),
  indexOf: (text, args) => text.indexOf(textAt(args)),
  includes: (text, args) => text.includes(textAt(args)),
  startsWith: (text, args) => text.startsWith(textAt(args)),
  endsWith: (text, args) => text.endsWith(textAt(args)),
  padStart: (text, args) => padded(text, args, true),
  padEnd: (text, args) => padded(text, args, false),
  repeat: (text, args) => {
    const count = numberAt(args, 0) ?? 0;
    return count >= 0 && count * text.length <= MOST_LENGTH ? text.repeat(count) : undefined;
  },
  concat: (text, args) => text + args.map(String).join(''),
  split: (text, args) => (isText(args[0]) ? text.split(textAt(args)) : undefined),
  replace: (text, args) => replaced(text, args, false),
  replaceAll: (text, args) => replaced(text, args, true),
};

function replaced(text: string, args: readonly unknown[], isEach: boolean): string | undefined {
  const [wanted, by] = args;
  const simple = simplePattern(wanted);
  if (!isText(by) || textAt(args, 1).includes('$')) return undefined;
  const pattern = isText(wanted) ? textAt(args) : undefined;
  if (pattern === undefined) return simple === undefined ? undefined : text.replace(simple, textAt(args, 1));
  const parts = isEach ? text.split(pattern) : [];
  if (parts.length * textAt(args, 1).length > MOST_LENGTH) return undefined;
  return isEach ? parts.join(textAt(args, 1)) : text.replace(pattern, () => textAt(args, 1));
}

/** A pattern of one character or class, which cannot take long. */
function simplePattern(given: unknown): RegExp | undefined {
  if (typeof given !== 'object' || given === null || !('pattern' in given) || !('flags' in given)) return undefined;
  const source = String(given.pattern);
  if (!/^(?:\\?[^\\[\](){}*+?.|^$]|\\[swdSWD.$]|\[[^[\]\\]+\])\+?$/.test(source)) return undefined;
  return new RegExp(source, String(given.flags));
}

export function textMethod(owner: unknown, name: string, args: readonly unknown[]): PureResult | undefined {
  if (typeof owner === 'number') {
    const digits = numberAt(args, 0) ?? 0;
    if (name === 'toFixed' && digits >= 0 && digits <= 100) return pure(owner.toFixed(digits));
    return name === 'toString' && args.length === 0 ? pure(String(owner)) : undefined;
  }
  if (typeof owner !== 'string' || !Object.hasOwn(TEXT_METHODS, name)) return undefined;
  const value = TEXT_METHODS[name]?.(owner, args);
  return value === undefined ? undefined : pure(value);
}

type EachItem = (item: unknown, at: number) => unknown;
type ListMethod = (list: readonly unknown[], each: EachItem) => unknown;

const BY_FUNCTION: Readonly<Record<string, ListMethod>> = {
  map: (list, each) => list.map((item, at) => each(item, at)),
  filter: (list, each) => list.filter((item, at) => each(item, at)),
  find: (list, each) => list.find((item, at) => each(item, at)),
  findIndex: (list, each) => list.findIndex((item, at) => each(item, at)),
  some: (list, each) => list.some((item, at) => each(item, at)),
  every: (list, each) => list.every((item, at) => each(item, at)),
  flatMap: (list, each) => list.flatMap((item, at) => each(item, at)),
};

const callEach = (each: unknown, args: readonly unknown[]): unknown =>
  typeof each === 'function' ? Reflect.apply(each, undefined, [...args]) : undefined;

type ListReading = (list: readonly unknown[], args: readonly unknown[]) => unknown;

const ON_LISTS: Readonly<Record<string, ListReading>> = {
  at: (list, args) => list.at(numberAt(args, 0) ?? 0),
  slice: (list, args) => list.slice(numberAt(args, 0), numberAt(args, 1)),
  includes: (list, args) => list.includes(args[0]),
  indexOf: (list, args) => list.indexOf(args[0]),
  concat: (list, args) => [...list, ...args.flat()],
  reverse: list => list.toReversed(),
  flat: list => list.flat(),
  entries: list => list.map((item, at) => [at, item]),
  keys: list => list.map((_, at) => at),
  values: list => list,
  sort: list => list.toSorted(),
  join: (list, args) => joined(list, args[0] === undefined ? ',' : textAt(args)),
};

function joined(list: readonly unknown[], between: string): string | undefined {
  if (list.some(item => typeof item === 'object' && item !== null)) return undefined;
  return list.length * between.length > MOST_LENGTH ? undefined : list.map(item => String(item ?? '')).join(between);
}

export function listMethod(list: readonly unknown[], name: string, args: readonly unknown[]): PureResult | undefined {
  const [each] = args;
  if (typeof each === 'function') {
    const call: EachItem = (item, at) => callEach(each, [item, at]);
    if (name === 'sort') return pure(list.toSorted((one, other) => number(callEach(each, [one, other]))));
    if (name === 'reduce' && args.length === 2)
      return pure(list.reduce((before, item, at) => callEach(each, [before, item, at]), args[1]));
    return Object.hasOwn(BY_FUNCTION, name) && BY_FUNCTION[name] ? pure(BY_FUNCTION[name](list, call)) : undefined;
  }
  if (!Object.hasOwn(ON_LISTS, name)) return undefined;
  const value = ON_LISTS[name]?.(list, args);
  return value === undefined && name !== 'at' ? undefined : pure(value);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const STATIC: Readonly<Record<string, (args: readonly unknown[]) => unknown>> = {
  'Object.keys': ([object]) => (isObject(object) ? Object.keys(object) : undefined),
  'Object.values': ([object]) => (isObject(object) ? Object.values(object) : undefined),
  'Object.entries': ([object]) => (isObject(object) ? Object.entries(object) : undefined),
  'Object.assign': args => (args.every(isObject) ? Object.fromEntries(args.flatMap(Object.entries)) : undefined),
  'Object.freeze': ([object]) => object,
  'Array.isArray': ([list]) => Array.isArray(list),
  'Array.from': ([list]) => (Array.isArray(list) ? list : undefined),
  'JSON.stringify': ([value, , space]) => JSON.stringify(value, undefined, number(space ?? 0)),
  'Math.floor': ([value]) => Math.floor(number(value)),
  'Math.ceil': ([value]) => Math.ceil(number(value)),
  'Math.round': ([value]) => Math.round(number(value)),
  'Math.abs': ([value]) => Math.abs(number(value)),
  'Math.max': args => Math.max(...args.map(number)),
  'Math.min': args => Math.min(...args.map(number)),
  'Number.parseInt': ([value]) => Number.parseInt(String(value), 10),
  'Number.parseFloat': ([value]) => Number.parseFloat(String(value)),
};

export function objectMethod(name: string, args: readonly unknown[]): PureResult | undefined {
  const value = Object.hasOwn(STATIC, name) ? STATIC[name]?.(args) : undefined;
  return value === undefined ? undefined : pure(value);
}
