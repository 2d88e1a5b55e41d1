/** The pages of the IDE that are open, as tools use them. */
import type { CallOptions, ConsoleEntry, Picture, ScreenshotRequest } from './app-window.ts';
import type { IdeId } from './channel/channel.ts';
import type { IdeDestination, IdeReport } from './channel/selection.ts';

export interface OpenIde {
  ideId: IdeId;
  report: IdeReport;
  /** Whether Steploom opened its window, and controls it. */
  isOwn: boolean;
  /** Whether somebody looks at that window on a screen. */
  headed?: boolean | undefined;
}

export interface IdeOpening {
  /** Address of the page, with a new sign-in code each time: a window that nobody sees comes back when it dies. */
  url(): string;
  /** The project that it is to show before it counts as open. */
  projectId: string | undefined;
  /** Default: where there is a display. */
  headed?: boolean | undefined;
}

/** Errors of all: `ide-not-open` when the page goes away meanwhile. */
export interface Ides {
  /** The one used last comes first. */
  all(): readonly OpenIde[];
  /** Whether a window that Steploom opens is on its way. */
  readonly isOpening: boolean;
  /** Resolves with true once one fits, with false when the time is over. */
  until(fits: (ide: OpenIde) => boolean, options: CallOptions): Promise<boolean>;
  /** Has a page go somewhere and resolves with what it shows then. Errors: those the page names, `timeout`. */
  navigate(ideId: IdeId, destination: IdeDestination, options: CallOptions): Promise<IdeReport>;
  /** Opens a window of our own; resolves once its page is connected. Errors: `browser-missing`, `timeout`, `page-error`. */
  open(opening: IdeOpening, options: CallOptions): Promise<OpenIde>;
  /** Closes a window of our own. Errors: `not-found`, `forbidden` for one that somebody else opened. */
  close(ideId: IdeId): Promise<void>;
  /** A picture of a window of our own. Errors: `forbidden`, as `close`, and those of taking pictures. */
  screenshot(ideId: IdeId, request: ScreenshotRequest, options: CallOptions): Promise<Picture>;
  /** Newest last; empty for a window of somebody else. */
  console(ideId: IdeId): readonly ConsoleEntry[];
}
