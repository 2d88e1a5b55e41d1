/** XML of texts that anyone may have written. What XML 1.0 cannot hold, or a terminal obeys, is left out. */
import { withoutTurns } from '../runs/messages/plain-text.ts';

const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const allowed = (text: string): string => withoutTurns(text).replace(FORBIDDEN, '');

const attributeText = (text: string): string =>
  allowed(text).replace(/[&<>"\t\n\r]/g, character => ESCAPES[character] ?? '');

/** An element; its content is XML already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[] = [],
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${attributeText(String(value))}"`);
  const head = `<${name}${given.join('')}`;
  if (content.length === 0) return `${head}/>`;
  const isText = content.some(part => part.startsWith('<![CDATA['));
  const inner = isText ? content.join('') : `\n${content.join('\n')}\n`;
  return `${head}>${inner}</${name}>`;
}

/** Text as it is. */
export const cdata = (text: string): string => `<![CDATA[${allowed(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
