/** Runs inside the page; see the file beside it. */
export function textWithShadows(element: object): string | undefined;
