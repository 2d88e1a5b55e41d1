/** What a browser keeps for the page, which may be switched off or full; and who is signed in, among it. */

type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A storage of the browser; where it may not be used, one that lasts as long as the page. */
export function storageOf(open: () => Storage): KeptTexts & { isLasting: boolean } {
  const texts = new Map<string, string>();
  const memory: KeptTexts = {
    getItem: key => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: key => void texts.delete(key),
  };
  try {
    const storage = open();
    return {
      isLasting: true,
      getItem: key => texts.get(key) ?? storage.getItem(key),
      setItem(key, text) {
        try {
          storage.setItem(key, text);
          texts.delete(key);
        } catch {
          texts.set(key, text);
        }
      },
      removeItem(key) {
        storage.removeItem(key);
        texts.delete(key);
      },
    };
  } catch {
    return { isLasting: false, ...memory };
  }
}

const KEY = 'steploom.session';

/**
 * The session of this browser, which the tabs of one origin share. Only pages of that origin can read it, and nothing
 * sends it but what they do themselves.
 */
export class KeptSession {
  readonly #storage: ReturnType<typeof storageOf>;

  constructor(storage: ReturnType<typeof storageOf>) {
    this.#storage = storage;
  }

  /** Whether it outlasts the page. */
  get isLasting(): boolean {
    return this.#storage.isLasting;
  }

  get value(): string | undefined {
    return this.#storage.getItem(KEY) ?? undefined;
  }

  set value(session: string | undefined) {
    if (session === undefined) this.#storage.removeItem(KEY);
    else this.#storage.setItem(KEY, session);
  }

  /** Tells when another tab signs in or out. */
  onChange(listener: () => void): void {
    window.addEventListener('storage', ({ key }) => {
      if (key === KEY || key === null) listener();
    });
  }
}
