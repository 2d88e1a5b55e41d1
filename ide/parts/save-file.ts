import type { Session } from '../app/session.ts';

/** Errors: as `Session.fetch`. */
export async function saveFile(session: Pick<Session, 'fetch'>, url: string, name: string): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await fetchFile(session, url));
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
}

const SAVING_MS = 60_000;

/** Errors: as `Session.fetch`. */
export async function fetchFile(session: Pick<Session, 'fetch'>, url: string, signal?: AbortSignal): Promise<Blob> {
  const response = await session.fetch(url, signal && { signal });
  return await response.blob();
}
