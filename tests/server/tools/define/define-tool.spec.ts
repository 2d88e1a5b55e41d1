import { describe, expectTypeOf, it } from 'vitest';
import type { ToolContext, ToolGroup, toolsOf } from '../../../../server/tools/define/define-tool.ts';

type RunOf<Group extends ToolGroup> = Parameters<ReturnType<typeof toolsOf<Group>>>[0]['run'];
type PartsOf<Group extends ToolGroup> = keyof Parameters<RunOf<Group>>[1]['project'];

/** `tsc` proves these, so `npm run check` does; at run time they pass. */
describe('what tools may use of the open project', () => {
  it('is what the row of their group lists', () => {
    expectTypeOf<'tokens'>().toExtend<PartsOf<'project'>>();
    expectTypeOf<'tokens'>().not.toExtend<PartsOf<'modules'>>();
  });

  it('has no part that only the service needs, and no other project', () => {
    type OfService = 'dispose' | 'replies' | 'settled' | 'updateUrl';
    expectTypeOf<Extract<PartsOf<ToolGroup>, OfService>>().toBeNever();
    type WorkspaceOf<Group extends ToolGroup> = keyof Parameters<RunOf<Group>>[1]['workspace'];
    expectTypeOf<WorkspaceOf<'runs'>>().toEqualTypeOf<'folder'>();
  });

  it('is no more when a function that wants more is given as run', () => {
    expectTypeOf<(input: object, context: ToolContext) => object>().toExtend<RunOf<'modules'>>();
    expectTypeOf<(input: object, context: ToolContext<'tokens'>) => object>().not.toExtend<RunOf<'modules'>>();
  });
});
