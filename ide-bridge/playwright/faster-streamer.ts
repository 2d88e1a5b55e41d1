import { StillNodes } from '../page/snapshots/still-nodes.ts';
import { takeWithFrames } from '../page/snapshots/take-with-frames.ts';

/** Our code goes after the match of each pattern, which occurs once in the pinned release. */
const PLACES: readonly { after: RegExp; put: string }[] = [
  {
    after: /const kEndOfList = [^;]+;/g,
    put: `const still = new (${StillNodes.toString()})(kCachedData);
      const takeWithFrames = ${takeWithFrames.toString()};
      // Pages may put others in their place later.
      const { CustomEvent, EventTarget: { prototype: { dispatchEvent } }, JSON: { stringify }, Reflect: { apply } } = globalThis;`,
  },
  {
    // For the script in our world, which asks right before it acts on an element.
    after:
      /document\.addEventListener\("__playwright_reset_targets__", \(\) => \{\s*\+\+this\._targetGeneration;\s*\}\);/g,
    put: `this.named = new Map();
      this.takeWithFrames = (how, isLast) => takeWithFrames(this, { name: snapshotStreamer, how, isLast });
      document.addEventListener("__steploom_take_snapshot__", event => {
        if (event.defaultPrevented || !this.makesText()) return;
        event.preventDefault();
        const taken = new CustomEvent("__steploom_snapshot_taken__", { detail: stringify(this.takeWithFrames(undefined, event.detail)) });
        apply(dispatchEvent, document, [taken]);
      });
      // Some libraries change how lists are written as JSON, so that nobody can read them back.
      this.makesText = () => ([].toJSON ?? {}.toJSON) === undefined;
      // As text, since Chromium puts lists into its message bit by bit.
      this.asText = taken => this.makesText() ? stringify(taken) : taken;`,
  },
  { after: /markIframe\(iframeElement, frameId\) \{/g, put: 'this.named.set(iframeElement, frameId);' },
  { after: /target\.__playwright_target__ = this\._targetGeneration;/g, put: 'still.target(target);' },
  { after: /this\._handleMutations\(this\._observer\.takeRecords\(\)\);/g, put: 'still.begin();' },
  {
    after: /let headNesting = 0;/g,
    put: `// Most of a page, the first time: as Playwright does below, without what other elements need, and without the list
      // by which it tells whether one has changed, since changes are reported. Short, as it runs before it is compiled.
      const { simple } = still;
      const isNew = (node, name) =>
        (simple.has(name) || still.isPlain(node, name)) && node[kCachedData] === undefined;
      const takeNew = (node, name) => {
        const attrs = {};
        const made = [name, attrs];
        if (name === 'INPUT') {
          attrs[kValueAttribute] = node.value;
          attrs[kCheckedAttribute] = node.checked ? 'true' : 'false';
        }
        const names = node.getAttributeNames();
        for (let at = 0; at < names.length; at += 1) {
          const attribute = names[at];
          attrs[attribute] = attribute.startsWith('on') ? '' : node.getAttribute(attribute);
        }
        if (attrs.popover !== undefined) {
          ensureCachedData(node);
          return visitNode(node).n;
        }
        for (let child = this._nativeFirstChild.call(node); child; child = this._nativeNextSibling.call(child)) {
          const type = child.nodeType;
          if (type === 1) {
            const inner = child.nodeName;
            const taken = isNew(child, inner) ? takeNew(child, inner) : visitNode(child)?.n;
            if (taken) made.push(taken);
          } else if (type === 3) {
            made.push(child.data);
            nodeCounter += 1;
          }
        }
        if (made.length === 2 && names.length === 0) made.pop();
        node[kCachedData] = { attributesCached: true, isStill: true, ref: [snapshotNumber, nodeCounter++] };
        return made;
      };`,
  },
  {
    after: /if \(\(nodeName === "IFRAME" \|\| nodeName === "FRAME"\) && headNesting\)\s*return;/g,
    put: 'if (!shadowDomNesting && isNew(node, nodeName)) return { equals: false, n: takeNew(node, nodeName) };',
  },
  {
    after: /const data = ensureCachedData\(node\);(?=\s*const values = \[\];)/g,
    put: `if (!shadowDomNesting && still.has(data)) return { equals: true, n: [[snapshotNumber - data.ref[0], data.ref[1]]] };
      const isTarget = node.__playwright_target__ === this._targetGeneration;
      still.walk(node, data, { isTarget, isInShadow: shadowDomNesting > 0 });`,
  },
];

/** The patterns of all places that a script lacks or has several of. */
export const lostPlaces = (script: string): string[] =>
  PLACES.filter(({ after }) => script.match(after)?.length !== 1).map(({ after }) => after.source);

/** The changed script of a release; only its arguments differ between browser contexts. */
const made = new Map<string, string>();

/** Makes the script with which Playwright takes pages skip unchanged parts. An unknown script stays as it is. */
export function fasterStreamer(script: string): string {
  if (!script.includes('frameSnapshotStreamer')) return script;
  const end = script.lastIndexOf('}');
  const body = script.slice(0, end);
  const faster = made.get(body) ?? withOurParts(body);
  made.set(body, faster);
  return faster + script.slice(end);
}

function withOurParts(body: string): string {
  if (lostPlaces(body).length > 0) return body;
  return PLACES.reduce((changed, { after, put }) => changed.replace(after, found => `${found}\n${put}`), body);
}
