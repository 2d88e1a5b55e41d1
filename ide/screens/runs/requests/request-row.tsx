import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { durationText } from '../../../parts/run-states.tsx';
import { ChevronDownIcon, ChevronRightIcon } from '../../../ui/icons.ts';
import type { ShownRequest } from '../execution/use-moment.ts';
import { ending, isBad } from './filtered-requests.ts';
import classes from './requests.module.css';

interface RequestRowProps {
  request: ShownRequest;
  /** Of the page that sent it. */
  pageUrl: string | undefined;
  /** Somebody wants to see it: it opens at once. */
  isWanted?: boolean;
  /** What was sent and answered. */
  children: ReactNode;
}

/** One request, which opens to what was sent and answered. */
export function RequestRow({ request, pageUrl, isWanted = false, children }: RequestRowProps) {
  const { method, url, type, ms } = request;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  const { store } = useIde();
  useEffect(() => {
    if (!isWanted) return;
    setOpen(true);
    item.current?.scrollIntoView({ block: 'nearest' });
    item.current?.querySelector('button')?.focus({ preventScroll: true });
    store.setView({ requestToShow: undefined });
  }, [isWanted, store]);
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <li ref={item} data-failed={isBad(request) || undefined}>
      <button
        type="button"
        className={`stack bare ${classes.request}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={12} aria-hidden />
        <span>{method}</span>
        <code className="ellipsis" dir="ltr" title={url}>
          {shortUrl(url, pageUrl)}
        </code>
        <span className="bold one-line">{ending(request)}</span>
        <span className={classes.type}>{type}</span>
        <span className={classes.time}>{ms === undefined ? '' : durationText(ms)}</span>
      </button>
      {isOpen && (
        <div id={id} className={classes.opened}>
          {children}
        </div>
      )}
    </li>
  );
}

/** URLs of the page's own origin are shown as paths. */
function shortUrl(url: string, pageUrl = ''): string {
  if (!URL.canParse(url) || !URL.canParse(pageUrl)) return url;
  const { origin } = new URL(pageUrl);
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}
