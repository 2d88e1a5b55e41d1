import type { PageEvent, RecordedTarget } from '../../../model/recording/raw-event.ts';

export interface Reporting {
  /** `isFilling`: what is typed into it may change the texts by which it was found. */
  target(element: Element, isFilling?: boolean): RecordedTarget;
  send(event: PageEvent): void;
}

/** Where the caret was put by the mouse before something was typed. */
export type PutCaret = NonNullable<Extract<PageEvent, { kind: 'keyed' }>['caret']>;

/** Of `input`, `change` and `compositionend`. */
export type EntryEvent = Pick<Event, 'type'> & { readonly inputType?: string; readonly data?: string | null };
