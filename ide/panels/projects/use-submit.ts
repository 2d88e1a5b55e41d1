import { type FormEvent, useState } from 'react';
import { type AppError, isAppError } from '../../../model/errors/errors.ts';
import { messageOf } from '../../app/queries.ts';

/** What was refused: at a field, where the service names one. */
interface SubmitRefusal {
  message: string;
  field?: string | undefined;
}

const refusalOf = (error: AppError): SubmitRefusal => ({ message: error.message, field: error.detail.field });

/** A form that is sent once at a time, and keeps what was refused until it is sent again. */
export function useSubmit(work: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<SubmitRefusal>();
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      await work();
    } catch (error) {
      setRefusal(isAppError(error) ? refusalOf(error) : { message: messageOf(error) });
    }
    setBusy(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return { isBusy, refusal, setRefusal, onSubmit };
}

/** What is wrong at a field; `fields`: under which names the service knows it. */
export const errorAt = (refusal: SubmitRefusal | undefined, ...fields: readonly string[]): string | undefined =>
  refusal?.field !== undefined && fields.includes(refusal.field) ? refusal.message : undefined;
