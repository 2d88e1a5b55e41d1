/** Actions as callers give them: whole, or as lines whose elements are looked up when their turn has come. */
import { ACTION_KINDS, type Action, type ActionType, actionTitle, elementUse } from '../../../model/actions/index.ts';
import { readAction, UNSTORED_ACTION_ID } from '../../../model/actions/read-action.ts';
import { AppError, renameField } from '../../../model/errors/errors.ts';
import type { PageElement } from '../../../model/protocol/app-window.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';
import { readActionLines } from '../../verbs/read-actions.ts';
import type { WrittenAction } from '../../verbs/verb.ts';
import { type ElementName, wordsOfElement } from '../../verbs/wanted-element.ts';
import type { LiveParts, ToolContext } from '../define/define-tool.ts';
import { type ActionInputs, readActions } from '../tests/test-edits.ts';
import { findElement } from './find-element.ts';
import { refuseNotAlone } from './perform-live.ts';

/** How long an element may take to come, and an action to work. */
export const LINE_LIMIT_MS = 5_000;

export interface WantedAction extends Pick<Action, 'actor'> {
  type: ActionType;
  title: string;
  /** `listed`: what was there a moment ago. Errors: those of `findElement`, `invalid-params`. */
  find(context: ToolContext<LiveParts>, listed: readonly PageElement[] | undefined): Promise<Action>;
}

interface GivenActions {
  actions?: ActionInputs | undefined;
  lines?: string | undefined;
}

/** Errors: `invalid-params`, also where neither or both are given. */
export function wantedActions({ actions, lines }: GivenActions): WantedAction[] {
  if ((actions === undefined) === (lines === undefined))
    throw new AppError('invalid-params', `Give "actions" or "lines"${actions === undefined ? '' : ', not both'}.`, {
      field: actions === undefined ? 'actions' : 'lines',
    });
  if (actions !== undefined) return wholeActions(actions);
  const written = readActionLines(lines ?? '');
  if (written.length > 0) return written.map((action, index) => ofWritten(action, `lines[${index}]`));
  throw new AppError('invalid-params', '"lines" has no line with a verb.', { field: 'lines' });
}

function wholeActions(inputs: ActionInputs): WantedAction[] {
  const actions = readActions(inputs);
  for (const [index, { type }] of actions.entries()) refuseNotAlone(type, `actions[${index}].type`);
  return actions.map(action => ({
    type: action.type,
    actor: action.actor,
    title: actionTitle(action),
    find: async () => action,
  }));
}

/** Stands in for an element until it is looked up, so that all else of the line can be checked before. */
const STAND_IN = 'html';

const asLocator = (element: ElementName): string => (element.by === 'locator' ? element.locator : STAND_IN);

function ofWritten({ type, fields, elements }: WrittenAction, root: string): WantedAction {
  refuseNotAlone(type, root);
  const read = (locators: Readonly<Record<string, string>>): Action => {
    try {
      return readAction({ type, ...fields, ...locators }, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck });
    } catch (error) {
      throw renameField(error, () => root);
    }
  };
  const all = Object.entries(elements);
  const standIn = read(Object.fromEntries(all.map(([field, { name }]) => [field, asLocator(name)])));
  const mayBeMissing = elementUse(standIn) === 'any';
  const names = all.map(([, { name }]) => wordsOfElement(name));
  return {
    type,
    actor: standIn.actor,
    title: [ACTION_KINDS[type].label, ...names].join(' '),
    async find(context, listed) {
      const found: Record<string, string> = {};
      for (const [field, element] of all) {
        const search = { type, limitMs: LINE_LIMIT_MS, mayBeMissing, listed };
        found[field] = await findElement(context, element, search);
      }
      return read(found);
    },
  };
}
