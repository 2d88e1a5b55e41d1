import type { FieldText } from '../../../model/actions/field-fault.ts';
import { ACTION_FIELDS, type Action, actionTitle } from '../../../model/actions/index.ts';
import { titleTexts } from '../../../model/actions/read-action.ts';
import { readTestReference } from '../../../model/names/codes.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { CallRecord } from '../../../model/run/call-record.ts';
import type { FilledTexts } from '../../../model/run/error-hash.ts';
import { escapeForPattern, isPatternTemplate } from '../../../model/values/pattern.ts';
import { REDACTED } from '../../../model/values/redactor.ts';
import { fillExpressions } from '../../../model/values/template.ts';
import type { PerformContext } from '../action/perform-context.ts';
import { type Evaluator, madeOf } from '../values/evaluator.ts';
import { plainText } from '../values/plain-text.ts';
import type { Scopes } from '../values/scopes.ts';

const MOST_SHOWN = 200;

/** Filled fields of one action: for its title, for errors in the test's words, and for what was sent. */
export class FilledFields {
  call: CallRecord | undefined;
  noted: (() => void) | undefined;
  readonly #texts = new Map<string, string>();
  readonly #shown = new Map<string, string>();

  /** `shown`: the text without secrets. */
  note(template: string, { text, shown }: { text: string; shown: string }): void {
    this.#texts.set(text, template);
    this.#shown.set(template, shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown);
    this.noted?.();
  }

  get texts(): FilledTexts {
    return this.#texts;
  }

  inTitle(title: string): string {
    if (this.#shown.size === 0) return title;
    const longestFirst = [...this.#shown.keys()].sort((left, right) => right.length - left.length);
    const templates = new RegExp(longestFirst.map(escapeForPattern).join('|'), 'g');
    return title.replace(templates, template => this.#shown.get(template) ?? template);
  }
}

interface Filling {
  evaluator: Evaluator;
  scopes(): Scopes;
  signal: AbortSignal;
  filled: FilledFields | undefined;
  /** Called with the secrets of a field, and values made of them. */
  conceal(secrets: readonly string[]): void;
}

export function fieldsAt({
  evaluator,
  scopes,
  signal,
  filled,
  conceal,
}: Filling): Pick<PerformContext, 'text' | 'value' | 'pattern'> {
  async function text(template: string) {
    if (!template.includes('{{')) return { text: template, isSecret: false };
    const result = await evaluator.evaluateTemplate(template, scopes(), { signal });
    filled?.note(template, result);
    if (result.secrets.length > 0) conceal([...result.secrets, ...result.made]);
    return { text: result.text, isSecret: result.secrets.length > 0 };
  }
  return {
    text,
    async value(template) {
      const found = await evaluator.evaluateValue(template, scopes(), { signal, isNeeded: true });
      const shown = found.secrets.length > 0 ? REDACTED : inShort(found.value);
      if (found.secrets.length > 0) conceal([...found.secrets, ...madeOf(found.value, found.secrets, template)]);
      filled?.note(template, { text: plainText(found.value), shown });
      return found;
    },
    async pattern(template) {
      if (!isPatternTemplate(template)) return (await text(template)).text;
      const shown: string[] = [];
      const filling = await fillExpressions(template, async part => {
        const value = await text(part);
        shown.push(value.isSecret ? REDACTED : value.text);
        return escapeForPattern(value.text);
      });
      filled?.note(template, {
        text: filling,
        shown: await fillExpressions(template, async () => shown.shift() ?? ''),
      });
      return filling;
    },
  };
}

const inShort = (value: unknown): string => (Array.isArray(value) ? `${value.length} items` : plainText(value));

/** Filled-in title; a plugged test is shown with its name, which its code does not say. */
export function resultTitle(
  action: Action,
  content: Pick<VersionContent, 'test'>,
  filled?: Pick<FilledFields, 'inTitle'>,
): string {
  const title = filled?.inTitle(actionTitle(action)) ?? actionTitle(action);
  if (!('test' in action)) return title;
  const test = content.test(readTestReference(action.test).testCode);
  return test === undefined ? title : `${title} “${test.name}”`;
}

/**
 * Computes the values of a title before the action uses them, or where it never does. What is not known yet stays as
 * written; values that the action uses later replace these.
 */
export function fillTitle(action: Action, context: Pick<PerformContext, 'text' | 'value'>): Promise<void> | undefined {
  const title = actionTitle(action);
  return title.includes('{{') ? fillTexts(titleTexts(action, title), context) : undefined;
}

async function fillTexts(texts: readonly FieldText[], context: Pick<PerformContext, 'text' | 'value'>): Promise<void> {
  for (const { field, text } of texts) {
    const noted = ACTION_FIELDS.get(field)?.holds === 'expression' ? context.value(text) : context.text(text);
    await noted.catch(() => undefined);
  }
}
