import type { Session } from '../app/session.ts';

/** Errors: as `Session.fetch`. */
export async function saveFile(session: Pick<Session, 'fetch'>, url: string, name: string): Promise<void> {
  saveBlob(await fetchFile(session, url), name);
}

export const saveText = (text: string, name: string): void => saveBlob(new Blob([text], { type: 'text/plain' }), name);

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
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
