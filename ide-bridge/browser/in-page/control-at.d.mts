/** Runs inside the page; see the file beside it. */
export function controlAt(element: object): object;
