import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ElementLook, KnownElement } from '../../../model/locator/element-look.ts';
import type { RunPlan, RunProgress } from '../../../model/protocol/bridge.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import {
  makeFolders,
  nodeFileSystem,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  unlessCode,
} from '../../store/files/file-system.ts';
import { writeDurably } from '../../store/files/write-durably.ts';

const FILE = 'known-elements.json';
const MOST_KEPT = 10_000;

const FileContent = z.array(KnownElement);

const keyOf = ({ actionId, locator }: Pick<KnownElement, 'actionId' | 'locator'>): string => `${actionId} ${locator}`;

/** The file lies beside the runs, outside git: it changes with the pages, and build servers repair nothing. */
export class KnownElements {
  readonly #folder: string;
  readonly #looks = new Set<Promise<void>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(runsFolder: string) {
    this.#folder = runsFolder;
  }

  /** Waits for looks under way. A missing or damaged file counts as empty. */
  async read(): Promise<RunPlan['known']> {
    await this.settled();
    return await this.#known();
  }

  /** Remembers what `look` sees; nobody has to wait for it. A later run learns what it could not see. */
  learn(look: (known: RunPlan['known']) => Promise<readonly KnownElement[]>, redact: Redactor): void {
    const done = this.#known()
      .then(look)
      .then(seen => this.remember(seen, redact))
      .catch(() => {})
      .finally(() => this.#looks.delete(done));
    this.#looks.add(done);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#looks);
  }

  async #known(): Promise<RunPlan['known']> {
    const known = new Map((await this.#read()).map(each => [keyOf(each), each.look]));
    return (actionId, locator) => known.get(keyOf({ actionId, locator }));
  }

  /** Calls wait for each other. Errors: `disk-full`, `read-only`, `store-failed`. */
  remember(elements: readonly KnownElement[], redact: Redactor): Promise<void> {
    if (elements.length === 0) return Promise.resolve();
    const done = this.#last.then(() =>
      this.#add(elements.map(({ look, ...each }) => ({ ...each, look: masked(look, redact) }))),
    );
    this.#last = done.catch(() => {});
    return done;
  }

  async #add(elements: readonly KnownElement[]): Promise<void> {
    const before = new Map((await this.#read()).map(each => [keyOf(each), each]));
    const news = elements.filter(each => JSON.stringify(before.get(keyOf(each))?.look) !== JSON.stringify(each.look));
    if (news.length === 0) return;
    for (const each of news) before.delete(keyOf(each));
    const kept = [...before.values(), ...news].slice(-MOST_KEPT);
    await makeFolders(this.#folder, PRIVATE_FOLDER);
    const text = `[\n${kept.map(each => JSON.stringify(each)).join(',\n')}\n]\n`;
    await writeDurably(nodeFileSystem, join(this.#folder, FILE), Buffer.from(text), { name: FILE, mode: PRIVATE_FILE });
  }

  async #read(): Promise<KnownElement[]> {
    const file = join(this.#folder, FILE);
    const text = await unlessCode<string>(['ENOENT', 'ENOTDIR'], () => readFile(file, 'utf8'), '[]');
    try {
      return FileContent.parse(JSON.parse(text));
    } catch {
      return [];
    }
  }
}

const masked = ({ marks, attributes, twin, ...look }: ElementLook, redact: Redactor): ElementLook => {
  const redactEach = (texts: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, typeof text === 'string' ? redact(text) : text]),
    );
  return KnownElement.shape.look.parse({
    ...redactEach(look),
    twin,
    marks: redactEach(marks),
    ...(attributes === undefined ? {} : { attributes: redactEach(attributes) }),
  });
};

/** Elements become known once their item has passed. */
export class LearnedElements {
  readonly #seen = new Map<number, KnownElement[]>();
  readonly known: KnownElement[] = [];

  readonly add = (itemIndex: number, element: KnownElement): void => {
    this.#seen.set(itemIndex, [...(this.#seen.get(itemIndex) ?? []), element]);
  };

  progress(event: RunProgress): void {
    if (event.kind !== 'item-finished' && event.kind !== 'attempt-finished') return;
    const { itemIndex, item } = event;
    if (item.state === 'passed') this.known.push(...(this.#seen.get(itemIndex) ?? []));
    this.#seen.delete(itemIndex);
  }
}
