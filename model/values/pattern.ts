import { AppError } from '../errors/errors.ts';
import { hideExpressions, parseTemplate } from './template.ts';

/** A bare slash is allowed in a class only, so `/shop/basket` is a text. */
const REGEX = /^\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\/[])+)\/([dgimsuvy]*)$/s;
const READABLE = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\/[])*/s;
const FRAMED = /^\/(.+)\/([dgimsuvy]*)$/s;

interface PatternParts {
  source: string;
  flags: string;
}

function isUnfinished(text: string): boolean {
  const end = READABLE.exec(text)?.[0].length ?? 0;
  return end === text.length || text[end] === '[';
}

function patternParts(text: string): PatternParts | undefined {
  const [, source, flags = ''] = REGEX.exec(text) ?? (isUnfinished(text) ? FRAMED.exec(text) : null) ?? [];
  return source === undefined || new Set(flags).size < flags.length ? undefined : { source, flags };
}

function faultOf({ source, flags }: PatternParts): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reason.replace(/^.*: /s, '');
  }
}

export function regexFault(source: string, flags = ''): string | undefined {
  const reason = faultOf({ source, flags });
  return reason === undefined ? undefined : `“${source}” is not a regular expression: ${reason}`;
}

export function patternFault(text: string): string | undefined {
  const parts = patternParts(text);
  const reason = parts && faultOf(parts);
  return reason === undefined ? undefined : `“${text}” is not a regular expression: ${reason}`;
}

/** Whether a text was probably intended as a regular expression: a slash inside it needs a backslash. */
export const isAlmostPattern = (text: string): boolean =>
  FRAMED.test(text) && patternParts(text) === undefined && /[\\^$*+?|()[\]{}]/.test(text);

/** `/…/flags` is a regular expression, anything else itself. Errors: `invalid-params`. */
export function readPattern(text: string, field: string): string | RegExp {
  const fault = patternFault(text);
  if (fault !== undefined) throw new AppError('invalid-params', `${fault}.`, { field });
  const parts = patternParts(text);
  return parts === undefined ? text : new RegExp(parts.source, parts.flags);
}

export const escapeForPattern = (text: string): string =>
  text
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');

/**
 * Escapes the literal parts for a regular expression; expressions stay. Errors: `invalid-params` for an expression that
 * cannot be read.
 */
export const escapeTemplateForPattern = (template: string, escaped = escapeForPattern): string =>
  parseTemplate(template)
    .parts.map(part => (part.kind === 'literal' ? escaped(part.text) : `{{ ${part.source} }}`))
    .join('');

/** A text that is only an expression counts as none, although its value may be one. */
export const isPatternTemplate = (template: string): boolean =>
  template.startsWith('/') && patternParts(hideExpressions(template, 'x')) !== undefined;

/** A template that reads as a regular expression becomes one that matches it literally. */
export const asPlainText = (template: string): string =>
  isPatternTemplate(template) ? `/^${escapeTemplateForPattern(template)}$/` : template;
