/** Statements of another language, each as a statement of JavaScript or left out with its reason. */
import { parse } from '@babel/parser';
import { leftOut } from '../../../model/exchange/test-drafts.ts';
import { type CodeExpression, codeExpression } from './code-expressions.ts';
import { type CodeLine, codeLines } from './code-lines.ts';
import type { CodeToken } from './code-tokens.ts';
import type { CodeTranslation } from './code-translation.ts';

export interface TranslatedCode {
  source: string;
  translation: CodeTranslation;
  /** What the code was, by what was made of it. */
  originals: Map<string, { text: string; reason: string | undefined }>;
  /** Answers to dialogs, by the names of their functions. */
  handlers: Map<string, string>;
}

const SCAFFOLD = [
  /^(?:import|from|using|package) /,
  /^(?:pass|return)\b/,
  /^(?:print|super|asyncio\.run|run|main|Console\.\w+|System\.out\.\w+)\(/,
  /^(?:(?:var|await|using|Browser|BrowserContext|Playwright|IBrowser|IBrowserContext|IPlaywright) ){0,4}(?:self\.)?_?(?:browser|context|playwright) ?(?:=|\.(?:close|dispose|stop|tracing|set_?default))/i,
];

const NOT_READ = 'It is not one of the calls of Playwright that are understood.';

const lineText = ({ source }: TranslatedCode, { tokens, end }: CodeLine): string =>
  source.slice(tokens[0]?.start ?? end, end);

function isReadable(code: string): boolean {
  try {
    parse(code, { sourceType: 'module', allowAwaitOutsideFunction: true });
    return true;
  } catch {
    return false;
  }
}

/** As it reads when the reader of JavaScript leaves it out. */
const keyOf = (code: string): string => String(leftOut(code, '').text);

function kept(code: TranslatedCode, original: string, statement: string | undefined): string[] {
  if (statement === undefined || !isReadable(statement)) return [left(code, original, NOT_READ)];
  code.originals.set(keyOf(statement), { text: original, reason: undefined });
  return [statement];
}

function left({ originals }: TranslatedCode, original: string, reason: string): string {
  const mark = `left_out_${originals.size};`;
  originals.set(mark, { text: original, reason });
  return mark;
}

export const linesInto = (code: TranslatedCode, lines: readonly CodeLine[]): string[] =>
  lines.flatMap(line => lineInto(code, line));

const BLOCKS: Readonly<Record<string, string>> = {
  for: 'Loops of this language are not followed.',
  while: 'Loops of this language are not followed.',
  foreach: 'Loops of this language are not followed.',
  if: 'Conditions of this language are not followed.',
  else: 'Conditions of this language are not followed.',
  elif: 'Conditions of this language are not followed.',
  catch: 'What is done after an error is not followed.',
  except: 'What is done after an error is not followed.',
  finally: 'What is done at the end of a block is not followed.',
};

function lineInto(code: TranslatedCode, line: CodeLine): string[] {
  const text = lineText(code, line);
  if (line.body !== undefined) return blockInto(code, line, line.body);
  if (/^[@[]/.test(text) || SCAFFOLD.some(pattern => pattern.test(text.slice(0, 300)))) return [];
  const tokens = line.tokens.filter(({ text: word, kind }) => kind !== 'name' || word !== 'final');
  const at = tokens.findIndex(({ kind, text: sign }) => kind === 'sign' && /^(?:=|\+=|-=)$/.test(sign));
  const assigned = at > 0 && depthAt(tokens, at) === 0 ? tokens[at] : undefined;
  if (assigned !== undefined)
    return assignmentInto(code, text, { left: tokens.slice(0, at), sign: assigned.text, right: tokens.slice(at + 1) });
  const value = codeExpression(tokens);
  return value === undefined
    ? [left(code, text, NOT_READ)]
    : (waitInto(code, value, '') ?? kept(code, text, expressionInto(code, value)));
}

function depthAt(tokens: readonly CodeToken[], at: number): number {
  let depth = 0;
  for (const { kind, text } of tokens.slice(0, at)) {
    if (kind === 'sign' && /^[([{]$/.test(text)) depth += 1;
    if (kind === 'sign' && /^[)\]}]$/.test(text)) depth -= 1;
  }
  return depth;
}

function expressionInto({ translation }: TranslatedCode, value: CodeExpression): string | undefined {
  const text = translation.of(value);
  return text === undefined ? undefined : `await ${text};`;
}

/** `with page.expect_popup() as page1_info:` and blocks that only hold others. */
function blockInto(code: TranslatedCode, line: CodeLine, body: readonly CodeLine[]): string[] {
  const words = line.tokens.map(({ text }) => text);
  const first = words.find(word => word !== 'async' && word !== 'await');
  const head = code.source.slice(line.tokens[0]?.start ?? 0, line.tokens.at(-1)?.end ?? 0);
  const [, page, event, given, name] =
    /^(?:async )?with (\w+)\.expect_(popup|download|page|event)\(([^)]*)\)(?: as (\w+))?\s*:$/.exec(
      head.slice(0, 500),
    ) ?? [];
  const awaited = event === 'event' ? /^["'](popup|download|page)["']/.exec(given ?? '')?.[1] : event;
  if (page !== undefined && awaited !== undefined)
    return waiting(code, { page, event: awaited, name: name ?? '', text: head }, linesInto(code, body));
  if (/^(?:async )?with \w+\.expect_navigation\(/.test(head))
    return [...linesInto(code, body), ...kept(code, head, `await page.waitForNavigation();`)];
  if (isHolder(first, head) && line.tokens.length < 60) return linesInto(code, body);
  return handlerInto(code, line, head) ?? [left(code, lineText(code, line), reasonFor(first))];
}

const isHolder = (first: string | undefined, head: string): boolean =>
  first === undefined || /laywright/.test(head) || first === 'try' || (first === 'using' && /\(/.test(head));

const reasonFor = (first: string | undefined): string =>
  (first !== undefined && Object.hasOwn(BLOCKS, first) ? BLOCKS[first] : undefined) ?? NOT_READ;

/** A function that answers a dialog. */
function handlerInto(code: TranslatedCode, line: CodeLine, head: string): string[] | undefined {
  const handler = /\bvoid (\w+)\(object \w+, IDialog \w+\)$/.exec(head.slice(-200))?.[1];
  if (handler === undefined) return undefined;
  const [, verb = 'Dismiss', text = ''] = /\.(Accept|Dismiss)Async\(([^)]*)\)/.exec(lineText(code, line)) ?? [];
  code.handlers.set(handler, `dialog => dialog.${verb.toLowerCase()}(${text})`);
  return [];
}

interface AwaitedEvent {
  page: string;
  event: string;
  name: string;
  text: string;
}

function waiting(code: TranslatedCode, { page, event, name, text }: AwaitedEvent, done: readonly string[]): string[] {
  const owner = code.translation.of({ kind: 'name', name: page }) ?? 'page';
  const promise = name === '' ? `expected_${code.originals.size}` : name;
  return [
    ...kept(code, text, `var ${promise} = ${/context/.test(owner) ? 'page' : owner}.waitForEvent('${event}');`),
    ...done,
  ];
}

const WAITS: Readonly<Record<string, string>> = {
  waitForPopup: 'popup',
  waitForDownload: 'download',
  waitForPage: 'page',
  runAndWaitForPopup: 'popup',
  runAndWaitForDownload: 'download',
  runAndWaitForPage: 'page',
};

/** `page.waitForPopup(() -> { … })` does what opens the page, and returns the page. */
function waitInto(code: TranslatedCode, value: CodeExpression, name: string): string[] | undefined {
  if (value.kind !== 'call' || value.callee.kind !== 'member' || value.callee.owner.kind !== 'name') return undefined;
  const { owner } = value.callee;
  const method = value.callee.name.replace(/Async$/, '').replace(/^R/, 'r');
  const event = Object.hasOwn(WAITS, method) ? WAITS[method] : undefined;
  const lambda = value.args.map(argument => argument.value).find(one => one.kind === 'lambda');
  if (event === undefined || lambda?.kind !== 'lambda') return undefined;
  const done = linesInto(code, codeLines(code.source, lambda.body, code.translation.language));
  const promise = `expected_${code.originals.size}`;
  const made = waiting(code, { page: owner.name, event, name: promise, text: method }, done);
  return name === '' ? made : [...made, ...kept(code, name, `var ${name} = await ${promise};`)];
}

interface CodeAssignment {
  left: readonly CodeToken[];
  sign: string;
  right: readonly CodeToken[];
}

const RESERVED =
  /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|let|static|await|process)$/;

function assignmentInto(code: TranslatedCode, text: string, { left: target, sign, right }: CodeAssignment): string[] {
  const value = codeExpression(right);
  if (sign === '-=') return [];
  if (sign === '+=') return kept(code, text, dialogInto(code, target, value));
  const annotated = target.findIndex(token => token.text === ':');
  const name = (annotated > 0 ? target[annotated - 1] : target.at(-1))?.text ?? '';
  if (value === undefined || RESERVED.test(name) || !/^[A-Za-z_]\w*$/.test(name)) return [left(code, text, NOT_READ)];
  const waited = waitInto(code, value, name);
  if (waited !== undefined) return waited;
  if (value.kind === 'member' && value.name === 'value' && value.owner.kind === 'name')
    return kept(code, text, `var ${name} = await ${value.owner.name};`);
  if (value.kind === 'call' && value.callee.kind === 'member' && /^new_?page(?:async)?$/i.test(value.callee.name))
    return kept(code, text, pageInto(code, value.callee.owner, name));
  const made = code.translation.of(value);
  return kept(code, text, made === undefined ? undefined : `var ${name} = ${made};`);
}

/** What is no name has the context of the test. */
function pageInto({ translation }: TranslatedCode, owner: CodeExpression, name: string): string {
  const isNamed = owner.kind === 'name' && !/^context$/i.test(owner.name);
  const where = (isNamed ? translation.of(owner) : undefined) ?? 'context';
  return `var ${translation.of({ kind: 'name', name }) ?? name} = await ${where}.newPage();`;
}

/** `page.Dialog += answer`, with the function or its name. */
function dialogInto(
  { handlers, translation }: TranslatedCode,
  target: readonly CodeToken[],
  value: CodeExpression | undefined,
): string | undefined {
  const [page, , event] = target;
  const answer = value?.kind === 'name' ? handlers.get(value.name) : undefined;
  if (page === undefined || event?.text !== 'Dialog') return undefined;
  const owner = translation.of({ kind: 'name', name: page.text });
  if (answer !== undefined) return `${owner}.once('dialog', ${answer});`;
  const call: CodeExpression | undefined = value && {
    kind: 'call',
    callee: { kind: 'member', owner: { kind: 'name', name: page.text }, name: 'onceDialog' },
    args: [{ name: undefined, value }],
  };
  const text = call && translation.of(call);
  return text === undefined ? undefined : `${text};`;
}
