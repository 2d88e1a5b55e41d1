/** Runs inside the page; see the file beside it. */
export function deepestAt(place: { clientX: number; clientY: number }): object | undefined;
