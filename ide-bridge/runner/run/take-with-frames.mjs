/**
 * Runs inside the page, within the script by which Playwright takes it (`faster-streamer.ts`): takes a document and those
 * of the frames in it that are of the same site, all at one time. `name` is where each document has its streamer. Frames
 * that nobody has named are not touched: one that has yet to load would get a document that answers by that. Sent as source
 * text, so it uses nothing from outside.
 */
export function takeWithFrames(streamer, { name, how, isLast }) {
  const page = streamer.captureSnapshot(how);
  // What was acted on is marked no longer.
  if (isLast) streamer._targetGeneration += 1;
  const frames = {};
  let hasForeign = false;
  for (const [element, id] of streamer.named) {
    const { contentWindow } = element;
    let inner;
    try {
      inner = contentWindow?.[name];
    } catch {
      hasForeign = true;
    }
    if (!contentWindow) streamer.named.delete(element);
    if (inner === undefined) continue;
    if (!inner.makesText()) {
      hasForeign = true;
      continue;
    }
    const taken = inner.takeWithFrames(how, isLast);
    frames[id] = taken.page;
    Object.assign(frames, taken.frames);
    hasForeign ||= taken.hasForeign;
  }
  return { page, frames, hasForeign };
}
