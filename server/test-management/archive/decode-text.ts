import { TextDecoder } from 'node:util';

/** Decodes UTF-8, or UTF-16 with a byte order mark; undefined for anything else. A mark of UTF-8 stays. */
export function decodeText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Whether a text begins as feature files do, in any language: comments and tags, then "Feature:". */
export async function isFeatureText(text: string): Promise<boolean> {
  const { dialects } = await import('@cucumber/gherkin');
  const keywords = new Set(Object.values(dialects).flatMap(({ feature }) => feature));
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const bare = line.trim();
    if (bare === '' || bare.startsWith('#') || bare.startsWith('@')) continue;
    return keywords.has(bare.slice(0, Math.max(0, bare.indexOf(':'))));
  }
  return false;
}
