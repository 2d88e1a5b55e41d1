/** Runs inside the page; see the file beside it. */
export function afterEvent(work: () => void): void;
