import type { InjectedScript } from './injected-script.ts';

/**
 * The accessibility tree of a document and the answer of one of our selector engines, as one text: Chromium serialises a
 * tree of objects bit by bit, which takes a third of the time of reading the page. Empty for a document without content,
 * and for one with frames.
 */
export function readAtOnce(injected: InjectedScript, engine: string, body: string): string {
  const root = injected.document.querySelector('body, frameset');
  if (!root) return '';
  const { json, iframeRefs } = injected.ariaSnapshotJSON(root, { mode: 'ai' });
  if (iframeRefs.length > 0) return '';
  const [reply] = injected._engines.get(engine)?.queryAll(injected.document, body) ?? [];
  return `{"tree":${JSON.stringify(json)},"reply":${reply?.textContent}}`;
}
