/** Runs inside the page; see the file beside it. */
export function takeWithFrames(streamer: object, how: object): object;
