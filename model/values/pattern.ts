import { AppError } from '../errors/errors.ts';
import { hideExpressions, parseTemplate } from './template.ts';

/** A regular expression as JavaScript writes it: a bare slash is allowed in a class only, so `/shop/basket` is a text. */
const REGEX = /^\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\/[])+)\/([dgimsuvy]*)$/s;
/** What the beginning of a regular expression can be read as; where it stops, something else begins. */
const READABLE = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\/[])*/s;
const FRAMED = /^\/(.+)\/([dgimsuvy]*)$/s;

interface PatternParts {
  source: string;
  flags: string;
}

/** Whether nothing but a class that has no end, or a backslash before the last slash, keeps a text from being one. */
function isUnfinished(text: string): boolean {
  const end = READABLE.exec(text)?.[0].length ?? 0;
  return end === text.length || text[end] === '[';
}

function patternParts(text: string): PatternParts | undefined {
  const [, source, flags = ''] = REGEX.exec(text) ?? (isUnfinished(text) ? FRAMED.exec(text) : null) ?? [];
  return source === undefined || new Set(flags).size < flags.length ? undefined : { source, flags };
}

/** Why a regular expression cannot be read, in the engine's words; undefined when it can. */
function faultOf({ source, flags }: PatternParts): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reason.replace(/^.*: /s, '');
  }
}

/** What is wrong with the source of a regular expression; undefined when it can be read. */
export function regexFault(source: string, flags = ''): string | undefined {
  const reason = faultOf({ source, flags });
  return reason === undefined ? undefined : `“${source}” is not a regular expression: ${reason}`;
}

/** What is wrong with a text that is written as a regular expression; undefined for one that can be read, or is none. */
export function patternFault(text: string): string | undefined {
  const parts = patternParts(text);
  const reason = parts && faultOf(parts);
  return reason === undefined ? undefined : `“${text}” is not a regular expression: ${reason}`;
}

/** Whether a text that is none was probably intended as a regular expression: a slash inside it needs a backslash. */
export const isAlmostPattern = (text: string): boolean =>
  FRAMED.test(text) && patternParts(text) === undefined && /[\\^$*+?|()[\]{}]/.test(text);

/** The meaning of a text in a field: `/…/flags` is a regular expression, anything else itself. Errors: `invalid-params`. */
export function readPattern(text: string, field: string): string | RegExp {
  const fault = patternFault(text);
  if (fault !== undefined) throw new AppError('invalid-params', `${fault}.`, { field });
  const parts = patternParts(text);
  return parts === undefined ? text : new RegExp(parts.source, parts.flags);
}

/** A text as a regular expression finds it, between slashes too. */
export const escapeForPattern = (text: string): string =>
  text
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');

/**
 * The source of a regular expression that finds what a template comes to: what is written in it is found as it is, or
 * as `escaped` says; what is computed stays. Errors: `invalid-params` for an expression that cannot be read.
 */
export const escapeTemplateForPattern = (template: string, escaped = escapeForPattern): string =>
  parseTemplate(template)
    .parts.map(part => (part.kind === 'literal' ? escaped(part.text) : `{{ ${part.source} }}`))
    .join('');

/** Whether a text is a regular expression, whatever is computed in it; one that is but a value may turn out as either. */
export const isPatternTemplate = (template: string): boolean =>
  template.startsWith('/') && patternParts(hideExpressions(template, 'x')) !== undefined;

/** A template as a field compares with it: one that reads as a regular expression is written as one that finds it. */
export const asPlainText = (template: string): string =>
  isPatternTemplate(template) ? `/^${escapeTemplateForPattern(template)}$/` : template;
