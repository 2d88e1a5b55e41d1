import type { CDPSession, ElementHandle, Locator, Page } from 'playwright';
import { coverField, uncoverField } from '../../page/covers/field-cover.ts';
import { coverSecrets } from './cover-secrets.ts';

interface FilledField {
  page: Page;
  locator: Locator;
  /** The elements before they were filled: the locator may find others later. */
  elements: readonly ElementHandle[];
}

const MOST_ATTEMPTS = 3;
const IS_GONE = /Execution context was destroyed|detached|not attached|has been closed|was disposed/i;

/** Fields filled with secrets, and secrets given to pages, which no picture may show. */
export class SecretFields {
  readonly #connect: (page: Page) => Promise<CDPSession>;
  #fields: FilledField[] = [];
  readonly #given = new Set<string>();
  readonly #words = new Set<string>();
  #keys = { locator: '', text: '' };

  constructor(connect: (page: Page) => Promise<CDPSession>) {
    this.#connect = connect;
  }

  /** A page may show a given secret anywhere. */
  give(secrets: readonly string[]): void {
    for (const secret of secrets) this.#given.add(secret);
  }

  get secrets(): readonly string[] {
    return [...this.#given];
  }

  /** Covers a typed text that nobody declared secret where it is a whole word. */
  giveWord(word: string): void {
    this.#words.add(word);
  }

  get words(): readonly string[] {
    return [...this.#words];
  }

  /** Call it before the field is filled. Never rejects. */
  async add(page: Page, locator: Locator): Promise<void> {
    const elements = await locator.elementHandles().catch(() => []);
    const others = this.#fields.filter(field => field.page !== page || String(field.locator) !== String(locator));
    this.#fields = [...others, { page, locator, elements }];
  }

  /** What was typed into an element by single keys, one after the other. `text`: undefined for keys that edit. */
  pressed(locator: string, text: string | undefined): string {
    const before = this.#keys.locator === locator ? this.#keys.text : '';
    this.#keys = { locator, text: text === undefined ? '' : before + text };
    return this.#keys.text;
  }

  get isNeeded(): boolean {
    return this.#fields.length > 0 || this.#given.size > 0 || this.#words.size > 0;
  }

  clear(): void {
    this.#fields = [];
    this.#given.clear();
    this.#words.clear();
  }

  /** There is no picture where a secret cannot be covered. */
  async covered<Taken>(page: Page, take: () => Promise<Taken>): Promise<CoveredPicture<Taken>> {
    if (!this.isNeeded) return { taken: await take() };
    const fields = this.#fields.filter(field => field.page === page);
    const elements = (await Promise.all(fields.map(elementsOf))).flat();
    let uncoverTexts = async () => {};
    try {
      await Promise.all(elements.map(element => unlessGone(element.evaluate(coverField))));
      const { unseen, uncover: undo } = await coverSecrets(page, await this.#connect(page), {
        secrets: this.#given,
        words: this.#words,
      });
      uncoverTexts = undo;
      const taken = await take();
      return unseen.length === 0 ? { taken } : { taken, note: noteOf(unseen) };
    } finally {
      await uncoverTexts();
      await Promise.all(elements.map(element => unlessGone(element.evaluate(uncoverField))));
    }
  }
}

interface CoveredPicture<Taken> {
  taken: Taken;
  /** What may show a secret all the same. */
  note?: string;
}

const noteOf = (unseen: readonly string[]): string =>
  `The page shows ${unseen.join(' and ')}, in which secrets cannot be covered.`;

async function elementsOf({ locator, elements }: FilledField): Promise<ElementHandle[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return [...elements, ...(await locator.elementHandles())];
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !(error instanceof Error) || !IS_GONE.test(error.message)) throw error;
    }
  }
}

async function unlessGone(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Error) || !IS_GONE.test(error.message)) throw error;
  }
}
