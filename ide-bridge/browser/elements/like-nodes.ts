/** What tells nodes of one role apart: their names and their places. */
export interface Placed {
  readonly name: string;
  readonly ref: string | undefined;
  readonly isHidden: boolean;
  /** Place in the document: `enters` of all that is inside lie between its own and `leaves`. */
  readonly enters: number;
  readonly leaves: number;
}

export interface Wanted {
  name?: string | undefined;
  exact?: boolean | undefined;
}

/** Whether a node lies inside another one of its frame, in the document rather than in the snapshot. */
export const isInside = (container: Placed, node: Placed): boolean =>
  node !== container && container.enters <= node.enters && node.enters < container.leaves;

/** The number that a name ends in. */
const LAST_NUMBER = /(?:^|[\s(])\d+\+?\)?$/;

const withoutNumber = (name: string): string => name.replace(LAST_NUMBER, '');

/** Is in no name. */
const BETWEEN = '\u0000';

/**
 * The nodes of a frame with one role, put in order for what locators ask: who else has this name, who else lies there,
 * who holds these. To be asked once the frame was surveyed; an answer costs little, however many nodes there are.
 */
export class LikeNodes<Node extends Placed> {
  readonly #all: Node[] = [];
  #nodes: readonly Node[] | undefined;
  #byName: Map<string, Node[]> | undefined;
  #numbered: Map<string, number> | undefined;
  #names: { joined: string; starts: number[] } | undefined;
  #outer: number[] | undefined;

  add(node: Node): void {
    this.#all.push(node);
  }

  /** Those that locators by role find, in document order; of one without reference it is not sure. */
  get nodes(): readonly Node[] {
    this.#nodes ??= this.#all
      .filter(each => !each.isHidden || each.ref === undefined)
      .sort((one, other) => one.enters - other.enters);
    return this.#nodes;
  }

  named(name: string): readonly Node[] {
    if (this.#byName === undefined) {
      this.#byName = new Map();
      for (const node of this.nodes) {
        const found = this.#byName.get(node.name);
        if (found) found.push(node);
        else this.#byName.set(node.name, [node]);
      }
    }
    return this.#byName.get(name) ?? [];
  }

  /** Whether its name ends in a count, as "Basket 3"; one of a row of numbered names does not. */
  isCounting({ name }: Node): boolean {
    if (!LAST_NUMBER.test(name)) return false;
    if (this.#numbered === undefined) {
      this.#numbered = new Map();
      for (const { name: each } of this.nodes) {
        if (!LAST_NUMBER.test(each)) continue;
        const rest = withoutNumber(each);
        this.#numbered.set(rest, (this.#numbered.get(rest) ?? 0) + 1);
      }
    }
    return this.#numbered.get(withoutNumber(name)) === 1;
  }

  /** Whether no other one fits what is wanted of a node, in the whole frame or in a container. */
  isAlone(node: Node, { name, exact }: Wanted, container?: Placed): boolean {
    if (name === undefined) return !hasOther(this.nodes, node, container);
    // What fits a name fits all who have the same.
    if (hasOther(this.named(node.name), node, container)) return false;
    return exact === true || !this.#hasOtherWith(name, node, container);
  }

  /** Those that lie in a container, in document order. */
  within(container: Placed): readonly Node[] {
    const [from, to] = spanOf(this.nodes, container);
    return this.nodes.slice(from, to).filter(each => isInside(container, each));
  }

  /** Whether this is the only one that holds any of them. */
  holdsAlone(container: Node, held: readonly Placed[]): boolean {
    return held.every(each => this.#holdersOf(each).every(holder => holder === container));
  }

  #hasOtherWith(text: string, node: Node, container: Placed | undefined): boolean {
    const { joined, starts } = this.#joinedNames();
    const [from, to] = spanOf(this.nodes, container);
    const end = starts[to] ?? joined.length;
    const names = joined.slice(0, end);
    const sought = text.toUpperCase();
    for (let at = names.indexOf(sought, starts[from] ?? end); at >= 0; ) {
      const index = lastAtMost(starts, at);
      const found = this.nodes[index];
      if (found !== node && found !== container) return true;
      at = names.indexOf(sought, starts[index + 1] ?? end);
    }
    return false;
  }

  #joinedNames(): { joined: string; starts: number[] } {
    if (this.#names === undefined) {
      const names = this.nodes.map(({ name }) => name.toUpperCase() + BETWEEN);
      let start = 0;
      const starts = names.map(name => {
        start += name.length;
        return start - name.length;
      });
      this.#names = { joined: names.join(''), starts };
    }
    return this.#names;
  }

  #holdersOf(node: Placed): Node[] {
    const outer = this.#outerOnes();
    const holders: Node[] = [];
    const before = countBefore(this.nodes, node.enters + 1) - 1;
    for (let index = before; index >= 0; index = outer[index] ?? -1) {
      const each = this.nodes[index];
      if (each !== undefined && isInside(each, node)) holders.push(each);
    }
    return holders;
  }

  /** For each node the index of the next one around it. */
  #outerOnes(): number[] {
    if (this.#outer === undefined) {
      const open: number[] = [];
      this.#outer = this.nodes.map(({ enters }, index) => {
        while ((this.nodes[open.at(-1) ?? -1]?.leaves ?? Number.POSITIVE_INFINITY) <= enters) open.pop();
        open.push(index);
        return open.at(-2) ?? -1;
      });
    }
    return this.#outer;
  }
}

/** Whether there is one in the container besides the node; nodes in document order. */
function hasOther(nodes: readonly Placed[], node: Placed, container: Placed | undefined): boolean {
  const [from, to] = spanOf(nodes, container);
  // The node and the container are two at most.
  return nodes.slice(from, Math.min(to, from + 3)).some(each => each !== node && each !== container);
}

function spanOf(nodes: readonly Placed[], container: Placed | undefined): [from: number, to: number] {
  if (container === undefined) return [0, nodes.length];
  return [countBefore(nodes, container.enters), countBefore(nodes, container.leaves)];
}

const countBefore = (nodes: readonly Placed[], place: number): number =>
  firstIndex(nodes.length, index => (nodes[index]?.enters ?? 0) >= place);

const lastAtMost = (starts: readonly number[], place: number): number =>
  firstIndex(starts.length, index => (starts[index] ?? 0) > place) - 1;

/** The first index for which it holds, when it holds for all after it too. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
