import type { BlockContext } from '../block-context.ts';

export const group = (_action: unknown, context: BlockContext) => context.body();
