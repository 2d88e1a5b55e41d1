/** Contexts of their own that code opens: each makes an actor, while a further page of a context is a tab. */
import { contextOf, pageOf } from './codegen-objects.ts';
import { bind, isExpression } from './codegen-patterns.ts';
import { newActor } from './codegen-people.ts';
import { callOf, childrenOf, keptNode, type Node, plainValue, type Reader, textOf } from './codegen-reader.ts';
import { optionsUsed } from './codegen-test-settings.ts';
import { actorOf, nextPage, turnToActorOf } from './codegen-windows.ts';

function actorsIn(reader: Reader, node: Node): number[] {
  const page = pageOf(reader, node);
  const actor = page === undefined ? contextOf(reader, node) : actorOf(reader, page);
  if (actor !== undefined) return [actor];
  if (node.type === 'MemberExpression' && !node.computed) return actorsIn(reader, node.object);
  if (node.type === 'ObjectProperty' && !node.computed) return actorsIn(reader, node.value);
  // The name may stand for another page from here on.
  if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier') return actorsIn(reader, node.right);
  return childrenOf(node).flatMap(child => actorsIn(reader, child));
}

/** Where code is about pages and contexts of one actor alone, it acts from here on. */
export function turnToOnlyOne(reader: Reader, node: Node): void {
  const { actors, front, places } = reader.windows;
  // The usual test opens no context: its code need not be looked through.
  if (actors.length === 1 && !/\bnew(?:Context|Page)\(/.test(reader.source)) return;
  const [actor, ...others] = new Set(actorsIn(reader, node));
  if (actor === undefined || others.length > 0) return;
  const first = [...reader.pages.values(), ...places.keys()].find(page => actorOf(reader, page) === actor);
  const page = actorOf(reader, reader.current) === actor ? reader.current : (front.get(actor) ?? first);
  if (page !== undefined) turnToActorOf(reader, page);
}

/** What `browser.newContext(…)`, `context.newPage()` and `browser.newPage(…)` open; undefined for all else. */
export function openedWindow(reader: Reader, given: Node): Node | undefined {
  const call = callOf(plainValue(given));
  if (call === undefined) return undefined;
  const isOfBrowser = /^(?:this\.)?\w*[bB]rowser$/.test(textOf(reader, call.owner));
  if (call.name === 'newContext' && isOfBrowser)
    return keptNode(reader, { context: openContext(reader, call.args[0]) });
  if (call.name !== 'newPage') return undefined;
  if (isOfBrowser) return pageIn(reader, openContext(reader, call.args[0]));
  const owner = openedWindow(reader, call.owner) ?? call.owner;
  const context = contextOf(reader, owner);
  return context === undefined || context === 0 ? undefined : pageIn(reader, context);
}

function openContext(reader: Reader, options: Node | undefined): number {
  const { actors } = reader.windows;
  const { browser, leftOut } = optionsUsed(reader, options, 'newContext');
  actors.push({ ...newActor(), browser, leftOut: [...leftOut.values()] });
  return actors.length - 1;
}

function pageIn(reader: Reader, actor: number): Node {
  const isFirst = ![...reader.windows.places.values()].some(place => place.actor === actor);
  const page = nextPage(reader, actor);
  reader.pages.set(`#${page}`, page);
  turnToActorOf(reader, page);
  if (!isFirst) reader.actions.push({ type: 'newTab' });
  reader.current = page;
  return keptNode(reader, { page });
}

/** `new AdminPage(await context.newPage())`: with what the arguments open, which has the name that is given. */
export function withOpened(reader: Reader, node: Node, name: string): Node {
  if (node.type !== 'NewExpression') return node;
  const args = node.arguments.map(one => {
    const opened = openedWindow(reader, one);
    if (opened === undefined || !isExpression(opened)) return one;
    noteWindowName(reader, name, opened);
    return opened;
  });
  return { ...node, arguments: args };
}

/** `const adminPage = …`: what the actor is called. */
export function bindWindow(reader: Reader, name: string, value: Node): void {
  bind(reader, name, value);
  noteWindowName(reader, name, value);
}

export function noteWindowName(reader: Reader, name: string, value: Node): void {
  const page = pageOf(reader, value);
  const actor = page === undefined ? contextOf(reader, value) : actorOf(reader, page);
  if (actor !== undefined && actor > 0) reader.windows.actors[actor]?.variables.push(name);
}
