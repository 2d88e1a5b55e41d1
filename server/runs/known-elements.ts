import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ElementLook, KnownElement } from '../../model/locator/element-look.ts';
import type { RunPlan, RunProgress } from '../../model/protocol/bridge.ts';
import type { Redactor } from '../../model/values/redactor.ts';
import { unlessCode } from '../store/files/file-system.ts';
import { nodeFileSystem } from '../store/files/node-file-system.ts';
import { writeDurably } from '../store/files/write-durably.ts';

/**
 * What the locators of actions that have fallbacks found when they last passed. Lies beside the runs, where git does
 * not look: it changes with the pages, and nothing is repaired on build servers.
 */
const FILE = 'known-elements.json';
const MOST_KEPT = 10_000;

const KnownElements = z.array(KnownElement);

const keyOf = ({ actionId, locator }: Pick<KnownElement, 'actionId' | 'locator'>): string => `${actionId} ${locator}`;

/** What is known of the element of an action. A file that is missing or damaged knows nothing. */
export async function readKnownElements(runsFolder: string): Promise<RunPlan['known']> {
  const known = new Map((await read(runsFolder)).map(each => [keyOf(each), each.look]));
  return (actionId, locator) => known.get(keyOf({ actionId, locator }));
}

/** Remembers elements as they are now, masked. Errors: `disk-full`, `read-only`, `store-failed`. */
export async function rememberElements(
  runsFolder: string,
  elements: readonly KnownElement[],
  redact: Redactor,
): Promise<void> {
  if (elements.length === 0) return;
  const before = new Map((await read(runsFolder)).map(each => [keyOf(each), each]));
  const isNews = elements
    .map(each => ({ ...each, look: masked(each.look, redact) }))
    .filter(each => {
      const old = before.get(keyOf(each));
      return old === undefined || JSON.stringify(old.look) !== JSON.stringify(each.look);
    });
  if (isNews.length === 0) return;
  for (const each of isNews) before.delete(keyOf(each));
  const kept = [...before.values(), ...isNews].slice(-MOST_KEPT);
  await mkdir(runsFolder, { recursive: true, mode: 0o700 });
  const text = `[\n${kept.map(each => JSON.stringify(each)).join(',\n')}\n]\n`;
  await writeDurably(nodeFileSystem, join(runsFolder, FILE), Buffer.from(text), { name: FILE });
}

const masked = ({ marks, ...look }: ElementLook, redact: Redactor): ElementLook =>
  KnownElement.shape.look.parse({
    ...Object.fromEntries(Object.entries(look).map(([part, text]) => [part, text && redact(text)])),
    marks: Object.fromEntries(Object.entries(marks).map(([name, text]) => [name, redact(text)])),
  });

async function read(runsFolder: string): Promise<KnownElement[]> {
  const text = await unlessCode<string>(['ENOENT', 'ENOTDIR'], () => readFile(join(runsFolder, FILE), 'utf8'), '[]');
  try {
    return KnownElements.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** What a run has seen of elements: to be known once the item that saw them has passed. */
export class LearnedElements {
  readonly #seen = new Map<number, KnownElement[]>();
  readonly known: KnownElement[] = [];

  readonly add = (itemIndex: number, element: KnownElement): void => {
    this.#seen.set(itemIndex, [...(this.#seen.get(itemIndex) ?? []), element]);
  };

  progress(event: RunProgress): void {
    if (event.kind !== 'item-finished') return;
    const { itemIndex, item } = event;
    if (item.state === 'passed') this.known.push(...(this.#seen.get(itemIndex) ?? []));
    this.#seen.delete(itemIndex);
  }
}
