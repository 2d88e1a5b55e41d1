import { titleTexts } from '../../../model/actions/action-texts.ts';
import type { FieldText } from '../../../model/actions/field-fault.ts';
import { ACTION_FIELDS, type Action, actionTitle } from '../../../model/actions/index.ts';
import { readTestReference } from '../../../model/names/codes.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PerformContext } from '../action/perform-context.ts';
import type { FilledFields } from './filled-fields.ts';

/** What an action is called in results, with the values that its fields came to: a plugged test with its name, which its code says nothing of. */
export function resultTitle(action: Action, content: Pick<VersionContent, 'test'>, filled?: FilledFields): string {
  const title = filled?.inTitle(actionTitle(action)) ?? actionTitle(action);
  if (!('test' in action)) return title;
  const test = content.test(readTestReference(action.test).testCode);
  return test === undefined ? title : `${title} “${test.name}”`;
}

/**
 * Computes what the title of an action tells of values, for those who read it before the action has used them, or where
 * it never does. What cannot be said yet stays as it is written; what the action uses then counts more.
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
