import { StillNodes } from './still-nodes.mjs';
import { takeWithFrames } from './take-with-frames.mjs';

/** Where our part goes: after what each of these finds. All of them stand once in the release that is pinned. */
const PLACES: readonly { after: RegExp; put: string }[] = [
  {
    after: /const kEndOfList = [^;]+;/g,
    put: `const still = new (${StillNodes.toString()})(kCachedData);
      const takeWithFrames = ${takeWithFrames.toString()};
      // Pages may put others in their place later.
      const { CustomEvent, EventTarget: { prototype: { dispatchEvent } }, JSON: { stringify }, Reflect: { apply } } = globalThis;`,
  },
  {
    // For the script in the world of ours, which asks right before it acts on an element.
    after:
      /document\.addEventListener\("__playwright_reset_targets__", \(\) => \{\s*\+\+this\._targetGeneration;\s*\}\);/g,
    put: `this.takeWithFrames = (how, isLast) =>
        takeWithFrames(this, { name: snapshotStreamer, frameId: kSnapshotFrameId, how, isLast });
      document.addEventListener("__steploom_take_snapshot__", event => {
        if (event.defaultPrevented) return;
        event.preventDefault();
        const taken = new CustomEvent("__steploom_snapshot_taken__", { detail: stringify(this.takeWithFrames()) });
        apply(dispatchEvent, document, [taken]);
      });`,
  },
  { after: /target\.__playwright_target__ = this\._targetGeneration;/g, put: 'still.target(target);' },
  { after: /this\._handleMutations\(this\._observer\.takeRecords\(\)\);/g, put: 'still.begin();' },
  {
    after: /const data = ensureCachedData\(node\);(?=\s*const values = \[\];)/g,
    put: `if (!shadowDomNesting && still.has(data)) return { equals: true, n: [[snapshotNumber - data.ref[0], data.ref[1]]] };
      const isTarget = node.__playwright_target__ === this._targetGeneration;
      const isPlain = still.walk(node, data, { isTarget, isInShadow: shadowDomNesting > 0 });
      // Most of a page, the first time: as below, without what other elements need.
      if (isPlain && data.cached === undefined) {
        const attrs = {};
        const made = [nodeName, attrs];
        const values = [];
        for (let child = this._nativeFirstChild.call(node); child; child = this._nativeNextSibling.call(child)) {
          const taken = visitNode(child);
          if (!taken) continue;
          made.push(taken.n);
          values.push(child);
        }
        values.push(kEndOfList);
        const { attributes } = node;
        for (let at = 0; at < attributes.length; at += 1) {
          const { name, value } = attributes[at];
          attrs[name] = name.startsWith('on') ? '' : value;
          values.push(name, attrs[name]);
        }
        values.push(kEndOfList);
        if (made.length === 2 && attributes.length === 0) made.pop();
        data.attributesCached = true;
        data.ref = [snapshotNumber, nodeCounter++];
        data.cached = values;
        return { equals: false, n: made };
      }`,
  },
];

/**
 * The script by which Playwright takes pages, with parts of the page that have not changed left out of its walk. Another
 * script, and that of a release that is written otherwise, stays as it is.
 */
export function fasterStreamer(script: string): string {
  if (!script.includes('frameSnapshotStreamer')) return script;
  if (PLACES.some(({ after }) => script.match(after)?.length !== 1)) return script;
  return PLACES.reduce((made, { after, put }) => made.replace(after, found => `${found}\n${put}`), script);
}
