export interface Html {
  readonly markup: string;
}

type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeText = (text: string) => text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character);

const isList = (part: HtmlPart): part is readonly HtmlPart[] => Array.isArray(part);

function render(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (isList(part)) return part.map(render).join('');
  return typeof part === 'object' ? part.markup : escapeText(String(part));
}

/** Template tag that escapes inserted text, except `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: HtmlPart[]): Html => ({
  markup: strings.reduce((text, string, index) => text + render(parts[index - 1]) + string),
});

/** For example `€129.00`. */
export const money = (cents: number) => `€${(cents / 100).toFixed(2)}`;

const stroke = (path: Html) =>
  html`<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;

export const ICONS = {
  person: stroke(html`<circle cx="12" cy="8" r="4"/><path d="M4 21c0-9 16-9 16 0"/>`),
  heart: stroke(html`<path d="M12 20C2 13 3 5 8 5c2 0 3.500 1.500 4 3 .5-1.500 2-3 4-3 5 0 6 8-4 15z"/>`),
  basket: stroke(html`<path d="M3 9h18l-2 11H5zM8 9l3-6m5 6l-3-6"/>`),
  search: stroke(html`<circle cx="11" cy="11" r="6"/><path d="M16 16l5 5"/>`),
  tick: stroke(html`<path d="M5 13l4 4L19 7"/>`),
  alert: stroke(html`<circle cx="12" cy="12" r="9"/><path d="M12 7v6m0 3.500v.1"/>`),
  larch: html`<svg class="logo-mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M16 2l8 11h-4l6 9h-8v7h-4v-7H6l6-9H8z" fill="currentColor"/></svg>`,
  star: html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M12 2.500l2.900 6.200 6.600.8-4.900 4.600 1.300 6.700L12 17.500l-5.900 3.300 1.300-6.700L2.500 9.500l6.600-.8z"/></svg>`,
} as const;
