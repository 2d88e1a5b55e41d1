import { drawnPage, STYLE_ATTRIBUTES, type TracePage } from '../playwright/trace-library.ts';

const addressOf = (url: string): string => `resource?url=${encodeURIComponent(url)}`;

const TAG = /<([A-Za-z][^\s>/]*)((?:\s+[^\s=>]+="[^"]*")*)\s*>/g;
const ATTRIBUTE = /\s+([^\s=>]+)="([^"]*)"/g;
const CSS_URL = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)/gi;
const CSS_IMPORT = /(@import\s+)(?:url\(\s*)?(?:"([^"]*)"|'([^']*)')(?:\s*\))?[^;]*;/gi;

const STYLES = new Set(STYLE_ATTRIBUTES);
const ADDRESSES = new Set(['src', 'poster', 'background', 'xlink:href']);
const DROPPED = /^(?:on.*|srcdoc|ping|formaction)$/;
const SETS = new Set(['srcset', 'imagesrcset']);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);
const escaped = (text: string): string => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);

/**
 * Reports clicks to the page around it, and shows what would be picked. The rest does nothing: the page's scripts are
 * not kept, and no other one has the nonce.
 */
const POINTING = `
const style = document.createElement('style');
style.textContent = 'html.steploom-pick, html.steploom-pick * { cursor: crosshair !important }'
  + ' html.steploom-pick :hover:not(:has(:hover)) { outline: 2px solid #e8590c !important; outline-offset: -1px }';
const follow = () => document.documentElement.classList.toggle('steploom-pick', location.hash === '#pick');
addEventListener('DOMContentLoaded', () => { document.documentElement.append(style); follow(); });
addEventListener('hashchange', follow);
for (const kind of ['click', 'auxclick', 'submit']) addEventListener(kind, event => {
  event.preventDefault();
  event.stopPropagation();
  if (kind === 'click') parent.postMessage({ kind: 'steploom-click', x: event.clientX, y: event.clientY }, '*');
}, true);
addEventListener('keydown', event => parent.postMessage({ kind: 'steploom-key', key: event.key }, '*'), true);
`;

/** A frame around the element that `#mark` of the address leads to, by the steps of `wayTo`; it blocks nothing. */
const FRAMING = `
const framed = () => {
  const [, steps] = /^#mark=([-0-9,]*)$/.exec(location.hash) ?? [];
  if (steps === undefined) return undefined;
  let at = document.documentElement;
  for (const step of steps.split(',').filter(Boolean).map(Number)) at = step < 0 ? at?.shadowRoot : at?.children[step];
  return at instanceof Element ? at : undefined;
};
const frame = document.createElement('steploom-frame');
frame.ariaHidden = 'true';
frame.style.cssText = 'all: initial !important; position: absolute !important; left: 0 !important;'
  + 'top: 0 !important; z-index: 2147483647 !important; box-sizing: border-box !important;'
  + 'border: 3px solid #e8590c !important; border-radius: 4px !important; box-shadow: 0 0 0 2px #fff !important;'
  + 'pointer-events: none !important';
const put = (name, value) => frame.style.setProperty(name, value + 'px', 'important');
const placeFrame = () => {
  const element = framed();
  if (element === undefined) return;
  const { x, y, width, height } = element.getBoundingClientRect();
  for (const name of ['left', 'top', 'width', 'height']) put(name, 0);
  const origin = frame.getBoundingClientRect();
  const wide = Math.min(width + 8, document.documentElement.scrollWidth);
  put('left', Math.max(x - 4, -scrollX) - origin.x);
  put('top', Math.max(y - 4, -scrollY) - origin.y);
  put('width', wide);
  put('height', height + 8);
};
const showFrame = () => {
  frame.remove();
  const element = framed();
  if (element === undefined) return;
  document.documentElement.append(frame);
  element.scrollIntoView({ block: 'center', inline: 'nearest' });
  placeFrame();
};
addEventListener('hashchange', showFrame);
// Not before the page lies as it was kept.
addEventListener('load', () => setTimeout(showFrame));
addEventListener('scroll', placeFrame, true);
addEventListener('resize', placeFrame);
`;

/** A ring around where an action pressed, which scrolls with the page and blocks nothing. */
const marking = ({ x, y }: { x: number; y: number }): string => `
addEventListener('load', () => {
  const ring = document.createElement('steploom-point');
  ring.ariaHidden = 'true';
  ring.style.cssText = 'all: initial !important; position: absolute !important; left: 0 !important;'
    + 'top: 0 !important; z-index: 2147483647 !important;'
    + 'box-sizing: border-box !important; width: 24px !important; height: 24px !important; border-radius: 50% !important;'
    + 'border: 3px solid #e8590c !important; background: radial-gradient(#e8590c 3px, #e8590c33 4px) !important;'
    + 'box-shadow: 0 0 0 2px #fff !important; pointer-events: none !important; translate: -50% -50% !important';
  document.documentElement.append(ring);
  // The page may lie elsewhere than where it begins: what counts is where the ring is seen.
  const { x, y } = ring.getBoundingClientRect();
  ring.style.setProperty('left', ${x} - x - 12 + 'px', 'important');
  ring.style.setProperty('top', ${y} - y - 12 + 'px', 'important');
});
`;

export function renderPage(
  page: TracePage,
  read: ReadKept,
  point?: { x: number; y: number },
): { html: string; nonce: string } {
  const { head, body, nonce } = drawnPage(page);
  const base = baseOf(body) ?? page.snapshot().frameUrl;
  const rewritten = body.replace(TAG, (_tag, name: string, attributes: string) => {
    const tag = name.toUpperCase();
    return (
      sheetOf(tag, attributes, base, read) ?? `<${name}${attributes.replace(ATTRIBUTE, rewriter(tag, base, read))}>`
    );
  });
  const own = `${POINTING}${FRAMING}${point === undefined ? '' : marking(point)}`;
  return { html: `${head}<script nonce="${nonce}">${own}</script>${rewritten}`, nonce };
}

type ReadKept = (url: string) => { bytes: Uint8Array; mediaType: string } | undefined;

const FONT = /\.(?:woff2?|ttf|otf)(?:[?#].*)?$/i;

/** Addresses lead to what was kept. Browsers fetch fonts only for pages with an origin, so they are inlined. */
const rewriteStyles = (css: string, base: string, read: ReadKept): string =>
  css
    .replace(CSS_IMPORT, (_whole, _at, quoted = '', single = '') => stylesAt(quoted || single, base, read) ?? '')
    .replace(CSS_URL, (_whole, quoted = '', single = '', bare = '') => {
      const url: string = quoted || single || bare;
      const font = FONT.test(url) && URL.canParse(url, base) ? read(new URL(url, base).href) : undefined;
      if (font === undefined) return `url("${imageAt(url, base, read) ?? kept(url, base)}")`;
      return `url("data:font/woff2;base64,${Buffer.from(font.bytes).toString('base64')}")`;
    });

/** SVG is inlined too: browsers do not load that of other origins for a page without one. */
function imageAt(url: string, base: string, read: ReadKept): string | undefined {
  if (!URL.canParse(url, base)) return undefined;
  const whole = new URL(url, base);
  const { hash } = whole;
  whole.hash = '';
  const found = read(whole.href);
  if (!found?.mediaType.startsWith('image/svg')) return undefined;
  return `data:image/svg+xml;base64,${Buffer.from(found.bytes).toString('base64')}${hash}`;
}

const RELATION = /\srel="[^"]*\bstylesheet\b[^"]*"/i;
const LINKED = /\shref="([^"]*)"/i;
const MEDIA = /\smedia="[^"]*"/i;

/** Inlined, since browsers fetch no style sheets for a page without an origin. */
function sheetOf(tag: string, attributes: string, base: string, read: ReadKept): string | undefined {
  const [, href] = LINKED.exec(attributes) ?? [];
  if (tag !== 'LINK' || href === undefined || !RELATION.test(attributes)) return undefined;
  const css = stylesAt(unescaped(href), base, read) ?? '';
  return `<style${MEDIA.exec(attributes)?.[0] ?? ''}>${css.replace(/<\/style/gi, '<\\/style')}</style>`;
}

function stylesAt(url: string, base: string, read: ReadKept): string | undefined {
  if (!URL.canParse(url, base)) return undefined;
  const { href } = new URL(url, base);
  const found = read(href);
  // A style sheet that imports itself would have no end.
  const once: ReadKept = each => (each === href ? undefined : read(each));
  return found && rewriteStyles(Buffer.from(found.bytes).toString('utf8'), href, once);
}

function rewriter(tag: string, base: string, read: ReadKept) {
  return (whole: string, name: string, raw: string): string => {
    const lower = name.toLowerCase();
    const value = unescaped(raw);
    const put = (text: string) => ` ${name}="${escaped(text)}"`;
    if (tag === 'BASE' || DROPPED.test(lower)) return '';
    if (STYLES.has(lower)) return put(rewriteStyles(value, base, read));
    if (SETS.has(lower)) return put(rewriteSet(value, base));
    if (ADDRESSES.has(lower)) return put(imageAt(value, base, read) ?? kept(value, base));
    if (lower !== 'href') return whole;
    return tag === 'A' || tag === 'AREA' ? put('#') : put(kept(value, base));
  };
}

const rewriteSet = (set: string, base: string): string =>
  set
    .split(/,\s+/)
    .map(each => {
      const [url = '', ...size] = each.trim().split(/\s+/);
      return [kept(url, base), ...size].join(' ');
    })
    .join(', ');

function kept(url: string, base: string): string {
  if (url === '' || url.startsWith('data:') || url.startsWith('#')) return url;
  if (!URL.canParse(url, base)) return '';
  const whole = new URL(url, base);
  whole.hash = '';
  return /^https?:$/.test(whole.protocol) ? addressOf(whole.href) : '';
}

function baseOf(html: string): string | undefined {
  const [, raw] = /<base\s[^>]*?href="([^"]*)"/i.exec(html) ?? [];
  return raw === undefined ? undefined : unescaped(raw);
}
