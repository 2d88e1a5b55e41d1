/** HTML text that is already safe to send. */
export interface Html {
  readonly markup: string;
}

export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeText = (text: string) => text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character);

const isList = (part: HtmlPart): part is readonly HtmlPart[] => Array.isArray(part);

function render(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (isList(part)) return part.map(render).join('');
  return typeof part === 'object' ? part.markup : escapeText(String(part));
}

/** Template tag for HTML: inserted text is escaped, inserted Html, lists and nothing are taken as they are. */
export const html = (strings: TemplateStringsArray, ...parts: HtmlPart[]): Html => ({
  markup: strings.reduce((text, string, index) => text + render(parts[index - 1]) + string),
});
