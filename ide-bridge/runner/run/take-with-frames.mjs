/**
 * Runs inside the page, within the script by which Playwright takes it (`faster-streamer.ts`): takes a document and those
 * of the frames in it that are of the same site, all at one time. `name` is where each document has its streamer,
 * `frameId` the key at which an element says which frame is in it. Sent as source text, so it uses nothing from outside.
 */
export function takeWithFrames(streamer, { name, frameId, how, isLast }) {
  const page = streamer.captureSnapshot(how);
  // What was acted on is marked no longer.
  if (isLast) streamer._targetGeneration += 1;
  const frames = {};
  let hasForeign = false;
  for (let at = 0; window[at] !== undefined; at += 1) {
    let inner;
    let id;
    try {
      inner = window[at][name];
      id = window[at].frameElement[frameId];
    } catch {
      hasForeign = true;
    }
    // One that has just come is not known yet.
    if (inner === undefined || id === undefined) continue;
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
