import type { Repeat, SignInResult } from './run.ts';

interface TitledItem {
  test: { name: string };
  row?: { index: number } | undefined;
  device?: string | undefined;
  repeat?: Repeat | undefined;
  suite?: HoldingSuite | undefined;
}

interface HoldingSuite {
  row?: { index: number } | undefined;
  suite?: HoldingSuite | undefined;
}

export const itemTitle = ({ test, row, device, repeat, suite }: TitledItem): string => {
  const rows = [...suiteRows(suite), ...(row === undefined ? [] : [`row ${row.index + 1}`])];
  return withVariant(rows.length === 0 ? test.name : `${test.name} (${rows.join(', ')})`, { device, repeat });
};

const suiteRows = (around: HoldingSuite | undefined): string[] =>
  around === undefined
    ? []
    : [...suiteRows(around.suite), ...(around.row === undefined ? [] : [`suite row ${around.row.index + 1}`])];

/** What tells results of one item in one run from each other. */
export interface Variant {
  device?: string | undefined;
  repeat?: Repeat | undefined;
}

export const withVariant = (title: string, { device, repeat }: Variant): string =>
  `${title}${device === undefined ? '' : ` [${device}]`}${repeat === undefined ? '' : ` (repeat ${repeat.index + 1} of ${repeat.count})`}`;

export const signInTitle = ({ role, title }: Pick<SignInResult, 'role' | 'title'>): string =>
  `Sign in${role === undefined ? '' : ` as ${role}`}: ${title}`;

/** `f1.s2`, or `f1.s2.r0` for an example row. */
export const scenarioReference = ({ scenario, row }: { scenario: string; row?: number | undefined }): string =>
  row === undefined ? scenario : `${scenario}.r${row}`;

export type KeyedItem = (
  | { scenario: string; row?: number | undefined }
  | { testCode: string; row?: { index: number } | undefined }
) & { device?: string | undefined };

/** The same in all runs, however the item is renamed; another one on each device. */
export const itemKey = (item: KeyedItem): string =>
  `${'scenario' in item ? scenarioReference(item) : testReference(item)}${item.device === undefined ? '' : `@${item.device}`}`;

const testReference = ({ testCode, row }: { testCode: string; row?: { index: number } | undefined }): string =>
  `${testCode}${row === undefined ? '' : `.r${row.index}`}`;

/** Unique within a run: includes the repeat. */
export const resultKey = ({ repeat, ...item }: KeyedItem & { repeat?: Repeat | undefined }): string =>
  repeat === undefined || repeat.index === 0 ? itemKey(item) : `${itemKey(item)}~${repeat.index + 1}`;

export const isScenarioKey = (key: string): boolean => key.startsWith('f');

interface TitledScenario {
  name: string;
  row?: number | undefined;
  /** By column; missing in old runs. */
  example?: Readonly<Record<string, string>> | undefined;
  device?: string | undefined;
  repeat?: Repeat | undefined;
}

/** Example rows mostly share a name, so their values tell them apart. */
export const scenarioTitle = ({ device, repeat, ...scenario }: TitledScenario): string =>
  withVariant(titleOfRow(scenario), { device, repeat });

function titleOfRow({ name, row, example }: TitledScenario): string {
  if (row === undefined) return name;
  const values = example && valuesText(name, example);
  if (values !== undefined && values !== '') return `${name} (${values})`;
  return values === undefined || Object.values(example ?? {}).every(isBlank) ? `${name} (row ${row + 1})` : name;
}

const MOST_OF_VALUE = 24;
const MOST_OF_VALUES = 60;

/** e.g. `ann, 3`; without values that the name of the scenario already has. */
export function valuesText(name: string, example: Readonly<Record<string, string>>): string {
  const shown = Object.values(example).filter(value => !isBlank(value) && !hasWords(name, value));
  return shortened(shown.map(value => shortened(value.replace(/\s+/g, ' '), MOST_OF_VALUE)).join(', '), MOST_OF_VALUES);
}

const isBlank = (value: string): boolean => value.trim() === '';

const shortened = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
};

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}]/u;

/** Only whole words count. */
function hasWords(text: string, words: string): boolean {
  const parts = text.split(words);
  return parts.slice(1).some((after, index) => !BEGINS_WITH_WORD.test(after) && !ENDS_IN_WORD.test(parts[index] ?? ''));
}
