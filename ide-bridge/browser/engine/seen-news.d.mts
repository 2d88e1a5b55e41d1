/** A text that came up on a page: as an alert, as a dialog, or said politely. */
export interface News {
  kind: 'alert' | 'dialog' | 'status';
  text: string;
}

/** Runs inside the page; see the file beside it. */
export function seenNews(): News[];
