import { LiveInput } from '../../../model/protocol/channel/live.ts';

/** In pixels of the page. */
export interface PageSize {
  width: number;
  height: number;
}

/** The size of a page that fills the room; undefined: no page can have it. */
export function pageSizeAs(room: PageSize): PageSize | undefined {
  const size = { width: Math.floor(room.width), height: Math.floor(room.height) };
  return LiveInput.safeParse({ kind: 'resize', ...size }).success ? size : undefined;
}
