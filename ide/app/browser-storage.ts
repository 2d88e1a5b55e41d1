/** What a browser stores for the page. Storage may be switched off or full. */

type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where storage may not be used, a replacement that lasts as long as the page. */
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

/** Tabs of one origin share the session; only its pages can read it, and no request carries it by itself. */
export class KeptSession {
  readonly #storage: ReturnType<typeof storageOf>;

  constructor(storage: ReturnType<typeof storageOf>) {
    this.#storage = storage;
  }

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

  /** Called when another tab signs in or out. */
  onChange(listener: () => void): void {
    window.addEventListener('storage', ({ key }) => {
      if (key === KEY || key === null) listener();
    });
  }
}
