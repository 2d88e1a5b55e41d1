/** Why statements are not among the actions, in words for testers, and which of them change no result. */

import { isOfWindow, pageOf } from './codegen-objects.ts';
import { type CodegenCall, callOf, isFunctionNode, type Node, type Reader, textOf } from './codegen-reader.ts';
import { isSkipKnown, tellTestCall } from './codegen-skips.ts';

const UNKNOWN = 'It is not one of the calls that are understood.';
const COOKIES = 'Cookies and stored data are those of the role that the test has.';
const OWN_COOKIES = 'Which cookies these are is computed by the code: use “Storage”.';

/** By the name of the call. */
const OF_CALLS: Readonly<Record<string, string>> = {
  route: 'What it does to requests cannot be read: use “Mock requests”.',
  unroute: 'What it does to requests cannot be read: use “Stop mocking”.',
  routeFromHAR: 'Which file or requests it is about cannot be read: use “Replay a HAR file”.',
  routeWebSocket: 'Messages of sockets are not answered in place of the server.',
  addInitScript: 'Scripts run in pages that are there, not before they load: use “Run JavaScript”.',
  exposeFunction: 'Pages cannot call functions of the test.',
  exposeBinding: 'Pages cannot call functions of the test.',
  addScriptTag: 'Use “Run JavaScript” with the script itself.',
  addStyleTag: 'Styles are not added to pages: use “Run JavaScript”.',
  setContent: 'Pages come from a server: the content is not put into one.',
  setExtraHTTPHeaders: 'Requests of the page have the headers of the browser only.',
  setHTTPCredentials: 'A user and password for the server are not set in a test.',
  addCookies: OWN_COOKIES,
  clearCookies: OWN_COOKIES,
  storageState: COOKIES,
  setStorageState: COOKIES,
  insertText: 'Texts are put in without keys by “Paste”, into an element that it names.',
  evaluateHandle: 'Objects of the page are not kept: use “Run JavaScript”.',
  waitForRequest: 'Requests are not waited for: checks wait for what they show.',
  waitForResponse: 'Requests are not waited for: checks wait for what they show.',
  waitForEvent: 'Only tabs and downloads are waited for; “Answer dialog” stands before what opens a dialog.',
  toPass: 'Several steps are not repeated as one; each check is repeated by itself.',
  toHaveJSProperty: 'Properties of elements are not checked: use “passes the script”.',
  on: 'What the page reports is not listened to.',
  once: 'What the page reports is not listened to.',
  off: 'What the page reports is not listened to.',
  removeListener: 'What the page reports is not listened to.',
  selectText: 'Text is not selected: press Control+A in the field.',
};

/** By what the call is made of. */
const OF_OWNERS: readonly (readonly [owner: RegExp, reason: string])[] = [
  [/\bmouse$/, 'The mouse goes to elements only: use “Hover”, “Click” or “Drag”.'],
  [/\bkeyboard$/, 'Keys are held during one action only: use a chord, or the modifiers of a click.'],
  [/\btouchscreen$/, 'Screens are not touched: use “Click”.'],
  [/\bclock$/, 'To what the clock is set is computed by the code: use “Set the clock”.'],
  [/^(?:\w*[cC]ontext|\w+\.context\(\))$/, 'It is about the whole browser, which the project sets up.'],
];

function bare(node: Node): Node {
  if (node.type === 'ExpressionStatement' || node.type === 'ParenthesizedExpression') return bare(node.expression);
  if (node.type === 'AwaitExpression') return bare(node.argument);
  if (node.type === 'ReturnStatement' && node.argument) return bare(node.argument);
  const [first] = node.type === 'VariableDeclaration' ? node.declarations : [];
  return first?.init ? bare(first.init) : node;
}

/** Also of `page?.close()`. */
function calledIn(node: Node): CodegenCall | undefined {
  const found = bare(node);
  if (found.type !== 'OptionalCallExpression') return callOf(found);
  const { callee } = found;
  if (callee.type !== 'OptionalMemberExpression' || callee.property.type !== 'Identifier') return undefined;
  return { owner: callee.object, name: callee.property.name, args: found.arguments };
}

const isMatcher = (name: string): boolean => /^to[A-Z]/.test(name);

/** The reason for a statement that is left out. */
export function reasonFor(reader: Reader, node: Node): string {
  const call = calledIn(node);
  if (call === undefined) return UNKNOWN;
  const owner = textOf(reader, call.owner);
  const ofOwner = OF_OWNERS.find(([pattern]) => pattern.test(owner))?.[1];
  if (Object.hasOwn(OF_CALLS, call.name) && !owner.startsWith('expect') === !isMatcher(call.name))
    return OF_CALLS[call.name] ?? UNKNOWN;
  if (ofOwner !== undefined) return ofOwner;
  return isMatcher(call.name) && /^expect\b/.test(owner)
    ? `The check “${call.name}” of this has no counterpart.`
    : UNKNOWN;
}

/** `page.on('request', request => console.log(request.url()))` */
function isOnlyTold(reader: Reader, handler: Node | undefined): boolean {
  if (!isFunctionNode(handler)) return false;
  const { body } = handler;
  const steps = body.type === 'BlockStatement' ? body.body : [body];
  return steps.every(step => textOf(reader, calledIn(step)?.owner ?? step) === 'console');
}

/** Whether a statement has no part in the result; what could have one nevertheless is told. */
export function isSetAside(reader: Reader, node: Node): boolean {
  if (node.type === 'ExpressionStatement' && node.expression.type === 'StringLiteral') return true;
  const call = calledIn(node);
  if (call === undefined) return false;
  const owner = textOf(reader, call.owner);
  if (owner === 'console') return true;
  if (/^(?:test(?:\.describe|\.info\(\)(?:\.annotations)?)?|testInfo(?:\.annotations)?)$/.test(owner))
    return isSkipKnown(reader, call) || tellTestCall(reader, call);
  if (/^(?:on|once|addListener)$/.test(call.name) && pageOf(reader, call.owner) !== undefined)
    return isOnlyTold(reader, call.args[1]);
  // Exported code keeps its tabs in order by it.
  if (owner === 'used') return call.name === 'push';
  if (call.name === 'close') return owner === 'browser' || isOfWindow(reader, call.owner);
  return /\btracing$/.test(owner);
}
