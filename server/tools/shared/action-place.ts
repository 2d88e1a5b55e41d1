import { z } from 'zod';
import { ActionId, ModuleCode, TestReference } from '../../../model/names/codes.ts';

/** Parameters by which the action tools name a test and an action in it. */
export const TARGET = {
  moduleCode: ModuleCode.optional().describe('Its module, e.g. m1'),
  testCode: TestReference.describe('e.g. t57 or m1.t57'),
};
export const Position = z.number().int().min(0);
export const PLACE = {
  actionIndex: Position.optional().describe('Its position, from 0'),
  actionId: ActionId.optional().describe('Its id instead, which stays when it moves'),
};
export const IF_REVISION = {
  ifRevision: z.string().max(64).optional().describe('Refuse when the test has another revision by now'),
};
