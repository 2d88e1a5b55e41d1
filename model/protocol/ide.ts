/** The open pages of the IDE, as tools use them. */
import type { CallOptions, ConsoleEntry, Picture, ScreenshotRequest } from './app-window.ts';
import type { IdeId } from './channel/channel.ts';
import type { IdeDestination, IdeReport } from './channel/selection.ts';

export interface OpenIde {
  ideId: IdeId;
  report: IdeReport;
  /** Whether Steploom opened its window and controls it. */
  isOwn: boolean;
  headed?: boolean | undefined;
}

export interface IdeOpening {
  /** Has a new sign-in code each time: an invisible window is opened again when it crashes. */
  url(): string;
  /** The project that it must show before it counts as open. */
  projectId: string | undefined;
  /** Default: where there is a display. */
  headed?: boolean | undefined;
}

/** Errors of all: `ide-not-open` when the page goes away. */
export interface Ides {
  /** Last used first. */
  all(): readonly OpenIde[];
  readonly isOpening: boolean;
  /** True once one fits, false when the time is over. */
  until(fits: (ide: OpenIde) => boolean, options: CallOptions): Promise<boolean>;
  /** Resolves with what the page shows then. Errors: those the page names, `timeout`. */
  navigate(ideId: IdeId, destination: IdeDestination, options: CallOptions): Promise<IdeReport>;
  /** Resolves once the page is connected. Errors: `browser-missing`, `timeout`, `page-error`. */
  open(opening: IdeOpening, options: CallOptions): Promise<OpenIde>;
  /** Errors: `not-found`, `forbidden` for a window that Steploom did not open. */
  close(ideId: IdeId): Promise<void>;
  /** Errors: `forbidden`, as `close`, and those of taking pictures. */
  screenshot(ideId: IdeId, request: ScreenshotRequest, options: CallOptions): Promise<Picture>;
  /** Newest last; empty for a window that Steploom did not open. */
  console(ideId: IdeId): readonly ConsoleEntry[];
}
