import { useState } from 'react';
import { isAppError } from '../../../../model/errors/errors.ts';
import { ConnectionLost } from '../../../app/bridge-client.ts';

/** Why something was not done, at the field where that is known. */
interface Refusal {
  message: string;
  field?: string | undefined;
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof ConnectionLost) return { message: 'The connection to the service is lost.' };
  if (!isAppError(error)) throw error;
  return { message: error.message, field: error.detail.field };
}

/** Saves one thing at a time, and keeps why that was refused until it is tried again or something is changed. */
export function useSaving() {
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  return {
    isSaving,
    refusal,
    refuse: setRefusal,
    forget: () => setRefusal(undefined),
    async save(work: () => Promise<void>): Promise<void> {
      if (isSaving) return;
      setSaving(true);
      setRefusal(undefined);
      try {
        await work();
      } catch (error) {
        setRefusal(refusalOf(error));
      } finally {
        setSaving(false);
      }
    },
  };
}

export type Saving = ReturnType<typeof useSaving>;
