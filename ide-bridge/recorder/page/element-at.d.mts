/** Runs inside the page; see the file beside it. */
export function elementAt(place: { clientX: number; clientY: number }): object | undefined;
