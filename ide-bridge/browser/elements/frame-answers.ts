import type { Frame } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { withinLimit } from '../limits/within-limit.ts';

/** Long enough for a frame that is merely slow, on a machine that is busy. */
const FRAME_LIMIT_MS = 4_000;

/** Frames that were asked in vain, until they answer after all. */
const silence = new WeakSet<Frame>();

export const isSilent = (frame: Frame): boolean => silence.has(frame);

/** A frame that has gone has no silence to wait for. */
export async function frameAnswers(frame: Frame, signal: AbortSignal): Promise<boolean> {
  if (silence.has(frame)) return false;
  const late = new AppError('timeout', 'The frame does not answer.');
  const answer = frame.evaluate('1');
  // A call that was given up before it asks nobody for the answer.
  answer.catch(() => {});
  try {
    await withinLimit(() => answer, { signal, timeoutMs: FRAME_LIMIT_MS, late: () => late });
    return true;
  } catch (error) {
    if (error !== late) return true;
    silence.add(frame);
    void answer.catch(() => {}).finally(() => silence.delete(frame));
    return false;
  }
}
