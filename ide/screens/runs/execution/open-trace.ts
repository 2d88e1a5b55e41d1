import { AppError } from '../../../../model/errors/errors.ts';
import type { Session } from '../../../app/session.ts';
import { attempt } from '../../../commands/command.ts';
import { fetchFile } from '../../../parts/save-file.ts';

const VIEWER = '/trace/index.html';
const START_MS = 60_000;

/** Opens Playwright's viewer in a window of its own, which gets the trace once it is ready. */
export const openTrace = (session: Pick<Session, 'fetch'>, url: string): Promise<void> =>
  attempt('Open full trace', async () => {
    const viewer = window.open(VIEWER, '_blank');
    if (viewer === null)
      throw new AppError(
        'forbidden',
        'The browser did not let this page open a window: allow it, or download the trace',
      );
    const left = new AbortController();
    try {
      const [trace] = await Promise.all([fetchFile(session, url, left.signal), isReady(viewer, left.signal)]);
      viewer.postMessage({ method: 'load', params: { trace } }, window.location.origin);
    } catch (error) {
      // Whoever has closed it does not wait for it.
      if (viewer.closed) return;
      viewer.close();
      throw error;
    } finally {
      left.abort();
    }
  });

/** Errors: `timeout` where the viewer does not start. */
function isReady(viewer: Window, left: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = AbortSignal.timeout(START_MS);
    const signal = AbortSignal.any([left, late]);
    const hear = ({ source, origin }: MessageEvent) => {
      if (source === viewer && origin === window.location.origin) resolve();
    };
    window.addEventListener('message', hear, { signal });
    late.addEventListener('abort', () => reject(new AppError('timeout', 'The viewer of traces did not start')), {
      signal: left,
    });
  });
}
