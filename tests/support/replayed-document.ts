/** Documents that show calls with their answers: reads both out of the text, and holds answers against what came. */
import { z } from 'zod';

const Call = z.strictObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()) });

export interface ShownCall extends z.output<typeof Call> {
  /** What the document says is answered; undefined for a call that it does not show. */
  answer?: { text: string; line: number };
}

/** Stands in a document for what it leaves out. */
const LEFT_OUT = '…';

const BLOCK = /^( *)```(json|text)\n([\s\S]*?)^ *```$|^<!-- [^\n]*\n(\{.*\})\n-->$/gm;

/** The calls of a document in their order; each shown one is followed by its answer. */
export function callsIn(document: string): ShownCall[] {
  const calls: ShownCall[] = [];
  let waiting: ShownCall | undefined;
  for (const { 1: indent = '', 3: shown, 4: silent, index } of document.matchAll(BLOCK)) {
    const text = silent ?? (shown ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim();
    if (waiting === undefined) {
      const call: ShownCall = Call.parse(JSON.parse(text));
      calls.push(call);
      if (silent === undefined) waiting = call;
    } else {
      waiting.answer = { text, line: document.slice(0, index).split('\n').length };
      waiting = undefined;
    }
  }
  return calls;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where an answer is not what the document shows, in words; empty where it is. */
export function differences(shown: unknown, came: unknown, at = 'answer'): string[] {
  if (shown === LEFT_OUT) return [];
  if (typeof shown === 'string' && typeof came === 'string')
    return isLike(shown, came) ? [] : [differ(at, shown, came)];
  if (Array.isArray(shown) && Array.isArray(came)) return listDifferences(shown, came, at);
  if (isObject(shown) && isObject(came)) return objectDifferences(shown, came, at);
  return Object.is(shown, came) ? [] : [differ(at, shown, came)];
}

const differ = (at: string, shown: unknown, came: unknown): string =>
  `${at}: shown ${JSON.stringify(shown)}, came ${JSON.stringify(came)}`;

/** A text in which … stands for any part. */
function isLike(shown: string, came: string): boolean {
  const parts = shown.split(LEFT_OUT).map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(came);
}

/** A list in which … stands for any number of items: between them stand items that follow each other. */
function listDifferences(shown: readonly unknown[], came: readonly unknown[], at: string): string[] {
  const isWhole = !shown.includes(LEFT_OUT);
  const items = shown.filter(item => item !== LEFT_OUT);
  const from = shown[0] === LEFT_OUT ? came.findIndex(item => differences(items[0], item).length === 0) : 0;
  if (from < 0 || (isWhole && items.length !== came.length)) return [differ(at, shown, came)];
  return items.flatMap((item, index) => differences(item, came[from + index], `${at}[${from + index}]`));
}

function objectDifferences(shown: object, came: object, at: string): string[] {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(came));
  const isPart = LEFT_OUT in shown;
  const missing = isPart ? [] : [...given.keys()].filter(key => !(key in shown));
  return [
    ...missing.map(key => `${at}.${key}: not shown, came ${JSON.stringify(given.get(key))}`),
    ...Object.entries(shown)
      .filter(([key]) => key !== LEFT_OUT)
      .flatMap(([key, value]) => differences(value, given.get(key), `${at}.${key}`)),
  ];
}
