import { showWarning } from '../app/toasts.tsx';

/** Waits for a run to start, and shows what it leaves out: the run itself shows only what runs. */
export async function showWarnings<Reply extends { warnings?: readonly string[] | undefined }>(
  starting: Promise<Reply>,
): Promise<Reply> {
  const reply = await starting;
  if (reply.warnings !== undefined) showWarning(reply.warnings.join(' '));
  return reply;
}
