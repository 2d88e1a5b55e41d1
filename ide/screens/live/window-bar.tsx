import { useEffect, useRef } from 'react';
import type { WindowView } from '../../../model/protocol/channel/channel.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import { drawFrame, openLiveSocket } from './live-socket.ts';
import { useWindowCall } from './use-window-call.ts';
import classes from './window-bar.module.css';

/** All app windows at a glance, where there is more than the shared one: who is in each, and where. */
export function WindowBar() {
  const windows = useIdeState(state => state.windows);
  const looked = useIdeState(state => state.app.window);
  const isLent = useIdeState(state => state.app.isSharedLent === true);
  const { isBusy, run } = useWindowCall();
  if (windows.length === 0) return null;
  const look = (name: string) => void run('Look into the window', 'openIDE', { window: name });
  return (
    <ul className={`row gap-sm ${classes.bar}`} aria-label="App windows">
      <li className={classes.window} data-shown={looked === undefined || undefined}>
        <button
          type="button"
          className={`bare ${classes.look}`}
          aria-pressed={looked === undefined}
          disabled={isBusy}
          onClick={() => looked !== undefined && void run('Look into the shared window', 'closeIDE')}
        >
          <Thumbnail />
          <span className={classes.words}>
            <span className="ellipsis">{isLent ? 'Lent tab' : 'Shared window'}</span>
            <span className="note ellipsis">For everyone else</span>
          </span>
        </button>
      </li>
      {windows.map(window => (
        <li key={window.name} className={classes.window} data-shown={window.name === looked || undefined}>
          <button
            type="button"
            className={`bare ${classes.look}`}
            aria-pressed={window.name === looked}
            disabled={isBusy}
            onClick={() => window.name !== looked && look(window.name)}
          >
            <Thumbnail window={window.name} isOpen={window.isOpen} />
            <WindowWords window={window} />
          </button>
          <IconButton
            label={`Close the window “${window.name}”: who acts in it starts anew`}
            name="Close"
            size="xs"
            icon={<CloseIcon size={13} />}
            onClick={() => void run('Close the window', 'closeIDE', { window: window.name })}
          />
        </li>
      ))}
    </ul>
  );
}

function WindowWords({ window: { name, users, url, isOpen } }: { window: WindowView }) {
  const others = users.filter(({ by }) => by !== 'a person');
  const who = [...new Set(others.map(({ by }) => by))].filter(by => by !== name).join(', ');
  const since = users.map(({ by, since: at }) => `${by} since ${new Date(at).toLocaleTimeString()}`).join('\n');
  return (
    <span className={classes.words} title={since}>
      <span className="ellipsis">
        {name}
        {who !== '' && <span className="dim"> · {who}</span>}
      </span>
      <span className="note ellipsis" title={url}>
        {isOpen ? shortAddress(url) : 'Not open'}
      </span>
    </span>
  );
}

export const shortAddress = (url = ''): string => url.replace(/^[a-z]+:\/\//, '');

interface ThumbnailProps {
  /** Default: the shared one. */
  window?: string | undefined;
  /** Default: the first. */
  actor?: string | undefined;
  isOpen?: boolean;
}

const AGAIN_MS = 4_000;

/** The last picture, which is asked for now and then: to follow all of them would keep the machine busy. */
export function Thumbnail({ window, actor, isOpen = true }: ThumbnailProps) {
  const { session } = useIde();
  const projectId = useIdeState(state => state.project?.projectId);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (projectId === undefined || !isOpen) return;
    let socket: ReturnType<typeof openLiveSocket> | undefined;
    const ask = () => {
      socket?.close();
      const asked = openLiveSocket({ projectId, ideId: undefined, window, actor, prove: () => session.proof() });
      asked.addEventListener('message', ({ data }) => {
        if (!(data instanceof ArrayBuffer)) return;
        asked.close();
        void drawFrame(canvas.current, data).catch(() => {});
      });
      socket = asked;
    };
    ask();
    const timer = setInterval(ask, AGAIN_MS);
    return () => {
      clearInterval(timer);
      socket?.close();
    };
  }, [projectId, window, actor, isOpen, session]);
  return <canvas ref={canvas} className={classes.thumbnail} aria-hidden />;
}
