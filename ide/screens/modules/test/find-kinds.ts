import { ACTION_KINDS, ACTION_TYPES, type ActionType } from '../../../../model/actions/index.ts';
import { SUITE_KINDS } from '../../../../model/project/test.ts';

const NO_RANK = 6;

/** Best match first, by label, further names and the name in files. */
export function kindsFor(query: string, isSuite: boolean): ActionType[] {
  const words = query.trim().toLowerCase();
  const rankOf = (type: ActionType): number => {
    const { label, alsoCalled } = ACTION_KINDS[type];
    const own = label.toLowerCase();
    // What files call `check` is Tick here: whoever looks for Check means the other.
    const others = [...alsoCalled, type.toLowerCase()];
    if (own === words) return 0;
    if (others.includes(words)) return 1;
    if (own.startsWith(words)) return 2;
    if (own.split(' ').some(word => word.startsWith(words))) return 3;
    if (others.some(name => name.startsWith(words))) return 4;
    const all = [own, ...others].join(' ');
    return words.split(/\s+/).every(word => all.includes(word)) ? 5 : NO_RANK;
  };
  // An end is added with its block.
  return ACTION_TYPES.filter(type => ACTION_KINDS[type].block !== 'end' && (!isSuite || SUITE_KINDS.includes(type)))
    .map(type => ({ type, rank: rankOf(type) }))
    .filter(({ rank }) => rank < NO_RANK)
    .sort((one, other) => one.rank - other.rank)
    .map(({ type }) => type);
}
