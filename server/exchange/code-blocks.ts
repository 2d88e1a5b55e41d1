import type { Action, ActionOf } from '../../model/actions/index.ts';
import { ACTION_KINDS, type BlockNode, readBlocks } from '../../model/actions/index.ts';
import { expectation, isLeaf, writeLeaf } from './code-actions.ts';
import { actingIn, pagesToGive } from './code-actors.ts';
import { requestCheckCode } from './code-expect-request.ts';
import { type CodeContext, type CodeLines, call, commented, indented, text } from './code-parts.ts';
import { member, type NameScope, pageIn, propertyName } from './code-values.ts';

export function statementsOf(actions: readonly Action[], context: CodeContext): CodeLines {
  return levelLines(readBlocks(actions).nodes, context);
}

function levelLines(nodes: readonly BlockNode[], context: CodeContext): CodeLines {
  const begun = checksBySender(nodes, context);
  return nodes.flatMap(node => [...checksBegun(begun.get(node) ?? [], context), ...nodeLines(node, context)]);
}

const doesSomething = ({ kind, action }: BlockNode): boolean =>
  kind === 'block' || !(action.disabled || ACTION_KINDS[action.type].isQuiet || ACTION_KINDS[action.type].isLook);

type ExpectedRequest = ActionOf<'expectRequest'>;

/** By what sends the requests that are checked: what was done last, in the same page, or a block. */
function checksBySender(nodes: readonly BlockNode[], context: CodeContext): Map<BlockNode, ExpectedRequest[]> {
  const found = new Map<BlockNode, ExpectedRequest[]>();
  for (const [at, { action }] of nodes.entries()) {
    if (action.type !== 'expectRequest' || action.disabled) continue;
    const page = pageIn(actingIn(action, context));
    const sender = nodes
      .slice(0, at)
      .findLast(
        node => doesSomething(node) && (node.kind === 'block' || pageIn(actingIn(node.action, context)) === page),
      );
    if (sender !== undefined) found.set(sender, [...(found.get(sender) ?? []), action]);
  }
  return found;
}

/** What waits for requests begins before the action that sends them, and ends in the place of its own action. */
function checksBegun(checks: readonly ExpectedRequest[], context: CodeContext): CodeLines {
  return checks.flatMap(action => {
    const { before, behind } = requestCheckCode(action, actingIn(action, context));
    context.begun ??= new Map();
    context.begun.set(action, behind);
    return before;
  });
}

function nodeLines(node: BlockNode, context: CodeContext): CodeLines {
  const { action } = node;
  const remark = action.comment === undefined ? [] : commented(action.comment.split('\n'));
  const lines =
    node.kind === 'block' ? blockLines(node, action, context) : leafLines(action, actingIn(action, context));
  if (action.onFailure === 'continue' && action.type !== 'assert' && !action.disabled)
    context.values.needs.notes.add('Actions after which a failed test goes on stop it here; only assertions are soft.');
  return [...remark, ...(action.disabled ? commented(lines.map(line => line.replace(/^\s*\/\/ /, ''))) : lines)];
}

function leafLines(action: Action, context: CodeContext): CodeLines {
  const page = pageIn(context);
  const started = context.downloads.get(page);
  if (action.type === 'plugTest') return plugLines(action, context);
  if (!isLeaf(action)) {
    context.values.needs.notes.add(`“${action.type}” belongs to suites and is missing.`);
    return [`// ${action.type}: runs scenarios, which stay with Steploom`];
  }
  const lines = followed(action, writeLeaf(action.type, action, context), context);
  if (started === undefined || action.type === 'comment') return lines;
  context.downloads.delete(page);
  return [...lines, ...started];
}

/** The code goes on in the tab that the action may open. */
function followed(action: Action, lines: CodeLines, context: CodeContext): CodeLines {
  const [only = ''] = lines;
  const mayOpen = action.type === 'click' || action.type === 'dblclick' || action.type === 'press';
  if (!context.values.needs.tabs || !mayOpen) return lines;
  const page = pageIn(context);
  return [`${page} = await following(${page}, () => ${only.replace(/^await |;$/g, '')});`];
}

function plugLines({ test, parameters = {}, role, repeat = 1 }: ActionOf<'plugTest'>, context: CodeContext): CodeLines {
  const plugged = context.functionOf(test);
  if (plugged === undefined) return [`// ${test} is not there any more`];
  const { needs } = context.values;
  if (role !== undefined) needs.notes.add(`The role “${role}” is not signed in: use storageState of Playwright.`);
  if (needs.tabs && plugged.actors.length > 0)
    needs.notes.add('A tab that a plugged test opens for another actor than its own is left again when it ends.');
  const pairs = Object.entries(parameters).map(([key, value]) => `${propertyName(key)}: ${text(value, context)}`);
  const pages = pagesToGive(plugged.actors, context);
  const nothing = pages === '' ? '' : '{}';
  const given = pairs.length === 0 ? nothing : `{ ${pairs.join(', ')} }`;
  const page = pageIn(context);
  const turn = needs.tabs ? `${page} = ` : '';
  const line = `${turn}await ${call(plugged.name, page, 'vars', given, pages)};`;
  needs.variables = true;
  return repeat === 1 ? [line] : [`for (let time = 1; time <= ${repeat}; time++) {`, ...indented([line]), '}'];
}

function blockLines(
  { body, otherwise }: Extract<BlockNode, { kind: 'block' }>,
  action: Action,
  context: CodeContext,
): CodeLines {
  const within = (scope: NameScope) => ({ ...context, scope, downloads: new Map(context.downloads) });
  const inside = (scope = context.scope) => indented(levelLines(body, within(scope)));
  if (action.type === 'group')
    return [`await test.step(${text(action.title, context)}, async () => {`, ...inside(), '});'];
  if (action.type === 'if') {
    const rest = levelLines(otherwise, context);
    return [
      `if (${conditionOf(action, actingIn(action, context))}) {`,
      ...inside(),
      ...(rest.length === 0 ? ['}'] : ['} else {', ...indented(rest), '}']),
    ];
  }
  return action.type === 'loop' ? loopLines(action, context, inside) : [];
}

const bare = (code: string): string => (/^\(await compute\(.*\)\)$/s.test(code) ? code.slice(1, -1) : code);

function conditionOf(action: ActionOf<'if'>, context: CodeContext): string {
  const { matcher, condition = 'true' } = action;
  if (matcher === undefined) return context.values.expression(condition, context.scope);
  return `await ${expectation({ ...action, matcher }, context, '500')}.then(() => true, () => false)`;
}

function loopLines(action: ActionOf<'loop'>, context: CodeContext, inside: (scope: NameScope) => CodeLines): CodeLines {
  const { rows, times, while: condition } = action;
  const { values, scope } = context;
  const within = (names: readonly (readonly [string, string])[], anyName?: string): NameScope => ({
    ...scope,
    names: new Map([...scope.names, ...names]),
    anyName: anyName ?? scope.anyName,
  });
  if (condition !== undefined) return [`while (${bare(values.expression(condition, scope))}) {`, ...inside(scope), '}'];
  if (times !== undefined) {
    const round = context.unique('round');
    return [
      `for (let ${round} = 1; ${round} <= ${values.number(times, scope)}; ${round}++) {`,
      ...inside(within([['round', round]])),
      '}',
    ];
  }
  const row = context.unique('row');
  if (typeof rows === 'string') {
    const list = values.expression(rows.trim().slice(2, -2).trim(), scope);
    return [`for (const ${row} of [${list}].flat() as any[]) {`, ...inside(within([['item', row]], row)), '}'];
  }
  const names = [...new Set((rows ?? []).flatMap(Object.keys))];
  const list = (rows ?? []).map(
    cells =>
      `  { ${Object.entries(cells)
        .map(
          ([name, cell]) =>
            `${propertyName(name)}: ${typeof cell === 'string' ? text(cell, context) : JSON.stringify(cell)}`,
        )
        .join(', ')} },`,
  );
  return [
    `for (const ${row} of [`,
    ...list,
    ']) {',
    ...inside(within(names.map(name => [name, member(row, name)] as const))),
    '}',
  ];
}
