import type { Action, ActionOf } from '../../../../model/actions/index.ts';
import type { BlockContext } from '../block-context.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';
import { type BlockType, blockPerformers, type LeafType, leafPerformers } from './index.ts';

type BlockAction = ActionOf<BlockType>;

export const isBlock = (action: Action): action is BlockAction => Object.hasOwn(blockPerformers, action.type);
const isLeaf = (action: Action): action is ActionOf<LeafType> => Object.hasOwn(leafPerformers, action.type);

type Leaf<Type extends LeafType> = { type: Type; action: ActionOf<Type> };
type AnyLeaf = { [Type in LeafType]: (action: ActionOf<Type>, context: PerformContext) => Promise<Performed> };
type AnyBlock = { [Type in BlockType]: (action: ActionOf<Type>, context: BlockContext) => Promise<boolean> };

const leaves: AnyLeaf = leafPerformers;
const blocks: AnyBlock = blockPerformers;

const performOne = <Type extends LeafType>({ type, action }: Leaf<Type>, context: PerformContext) =>
  leaves[type](action, context);
const performOneBlock = <Type extends BlockType>(type: Type, action: ActionOf<Type>, context: BlockContext) =>
  blocks[type](action, context);

/** Performs an action that acts on the page. */
export async function performLeaf(action: Action, context: PerformContext): Promise<Performed> {
  return isLeaf(action) ? performOne({ type: action.type, action }, context) : PASSED;
}

/** Performs a block, which decides what runs below it; answers whether to go on. */
export const performBlock = (action: BlockAction, context: BlockContext): Promise<boolean> =>
  performOneBlock(action.type, action, context);
