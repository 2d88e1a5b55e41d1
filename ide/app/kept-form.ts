/** What was typed in a form and not saved yet: kept for this tab, so that it survives a reload and another selection. */
import { useState } from 'react';
import type { z } from 'zod';
import { storageOf } from './browser-storage.ts';

const storage = storageOf(() => window.sessionStorage);
const nameOf = (key: string): string => `steploom.form.${key}`;

function read<Value>(key: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(storage.getItem(nameOf(key)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

interface KeptForm<Value> {
  /** What was typed; undefined: nothing that is not saved. */
  draft: Value | undefined;
  keep(draft: Value): void;
  /** Saved, or given up. */
  drop(): void;
}

/** `key` names the form and what it is about; a component that changes it is to be made anew. */
export function useKeptForm<Value>(key: string, schema: z.ZodType<Value>): KeptForm<Value> {
  const [draft, setDraft] = useState(() => read(key, schema));
  return {
    draft,
    keep(value) {
      storage.setItem(nameOf(key), JSON.stringify(value));
      setDraft(value);
    },
    drop() {
      storage.removeItem(nameOf(key));
      setDraft(undefined);
    },
  };
}
