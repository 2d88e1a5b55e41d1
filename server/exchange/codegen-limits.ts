import { wrongText } from '../../model/exchange/test-drafts.ts';

export const MOST_ACTIONS = 5_000;

export const tooManyActions = () => wrongText(`A test comes to more than ${MOST_ACTIONS} actions.`);
