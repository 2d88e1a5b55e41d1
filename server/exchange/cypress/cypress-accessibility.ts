/** `cy.checkA11y` of cypress-axe, as checks of accessibility. */
import { a11yDraft } from '../codegen-axe-options.ts';
import { isFunctionNode } from '../codegen-reader.ts';
import { act } from './cypress-actions.ts';
import type { CypressCommand } from './cypress-chain.ts';

const checkA11y: CypressCommand = (chain, [context, options, callback, skipped]) => {
  const draft = a11yDraft(chain.reader, { context, options, skipped });
  if (!('type' in draft)) return draft.reason;
  if (isFunctionNode(callback) || callback?.type === 'Identifier')
    chain.state.notes.push(
      'What “cy.checkA11y” calls with its findings is not taken over: the result of the action lists them.',
    );
  return act(chain, draft);
};

export const ACCESSIBILITY_COMMANDS: Readonly<Record<string, CypressCommand>> = {
  injectAxe: () => undefined,
  checkA11y,
  configureAxe: () => 'Rules of axe-core stay as they are: name those that are left out in each check.',
};
