import type { Session } from '../../../app/session.ts';
import { attempt } from '../../../commands/command.ts';

const VIEWER = '/trace/index.html';

/** Opens Playwright's viewer in a window of its own, which gets the trace once it is ready. */
export async function openTrace(session: Pick<Session, 'fetch'>, url: string): Promise<void> {
  const listening = new AbortController();
  const viewer = window.open(VIEWER, '_blank');
  const ready = new Promise<void>(resolve => {
    const hear = ({ source, origin }: MessageEvent) => {
      if (source === viewer && origin === window.location.origin) resolve();
    };
    window.addEventListener('message', hear, { signal: listening.signal });
  });
  await attempt('Open full trace', async () => {
    try {
      const response = await session.fetch(url);
      const trace = await response.blob();
      await ready;
      viewer?.postMessage({ method: 'load', params: { trace } }, window.location.origin);
    } catch (error) {
      viewer?.close();
      throw error;
    } finally {
      listening.abort();
    }
  });
}
