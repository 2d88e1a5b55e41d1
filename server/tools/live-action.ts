import { z } from 'zod';
import { readAction, UNSTORED_ACTION_ID } from '../../model/actions/read-action.ts';
import { PlainActionResult } from '../../model/run/run.ts';
import { observed } from '../../model/values/observed.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { defineTool } from './define/define-tool.ts';
import { EnvironmentInput, environmentOf } from './define/ide-choice.ts';
import { versionOf } from './define/version.ts';
import { WholeAction } from './tests/test-edits.ts';
import { actingAs, holdingPage, limitsOf, windowOf } from './window/app-window.ts';
import { openForActor } from './window/go-to.ts';
import { TAB_CHANGES, TROUBLES, tabChanges, tabsOf, troublesSince } from './window/page-changes.ts';
import { LivePage, livePlace, pageOf, performLive, refuseNotAlone } from './window/perform-live.ts';

const { state, type, title, ms, error, dialogs, screenshotNote, note } = PlainActionResult.shape;

export const performAction = defineTool({
  name: 'performAction',
  group: 'ide',
  needsIde: 'unless-app',
  scope: 'write',
  title: 'Perform an action',
  summary:
    'Do one action on the live page without storing it, e.g. to try a locator. Later ones read what it stores as var.NAME.',
  input: {
    action: WholeAction.describe('{type, …} with the fields of createAction'),
    environment: EnvironmentInput,
  },
  output: z.strictObject({
    state,
    type,
    title,
    ms,
    error,
    dialogs,
    value: observed(z.unknown()).optional().describe('What it stored; as text where it is long'),
    screenshot: z.string().optional().describe('Address of the picture that it took'),
    screenshotNote,
    note,
    ...TAB_CHANGES,
    ...TROUBLES,
    page: LivePage,
  }),
  errors: ['app-not-open', 'busy', 'run-in-progress', 'taken-over', 'invalid-project', 'not-found'],
  examples: [{ action: { type: 'click', locator: "getByRole('button', { name: 'Save' })" } }],
  hints: { openWorld: true },
  async run({ action: input, environment, versionId, ideId }, caller) {
    const { actionId: _id, actionIndex: _index, ...fields } = input;
    const action = readAction(fields, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck, root: 'action' });
    refuseNotAlone(action.type, 'action.type');
    return await holdingPage(caller, { doing: 'performing an action' }, async held => {
      const content = versionOf(held, versionId);
      await openForActor(held, { content, environment: environmentOf(held, content, { environment, ideId }) }, action);
      const context = actingAs(held, action.actor);
      const tabs = tabsOf(context);
      const begunAt = performance.now();
      const at = new Date().toISOString();
      const result = await performLive(context, livePlace(context, content, { environment, ideId }), action);
      // A failed action changes nothing that could be waited for.
      if (result.state === 'passed') await windowOf(context).settled(begunAt, limitsOf(context));
      const page = await pageOf(context, result);
      return {
        state: result.state,
        type: result.type,
        title: result.title,
        ms: result.ms,
        error: result.error,
        dialogs: result.dialogs,
        value: result.value,
        screenshot: result.screenshot,
        screenshotNote: result.screenshotNote,
        note: result.note,
        ...tabChanges(context, tabs),
        ...troublesSince(context, at),
        page,
      };
    });
  },
});
