/** Code of Playwright in Python, Java and C#: it is read as the same code in JavaScript, never run. */
import {
  type ActionDraft,
  isLeftOut,
  leftOut,
  leftOutNotes,
  type TestDraft,
  wrongText,
} from '../../../model/exchange/test-drafts.ts';
import { importPlaywrightCodegen } from '../playwright-codegen.ts';
import { type CodeLine, codeLines } from './code-lines.ts';
import { linesInto, type TranslatedCode } from './code-statements.ts';
import { type CodeLanguage, codeTokens } from './code-tokens.ts';
import { CodeTranslation } from './code-translation.ts';

type CodeRole = 'test' | 'before' | 'after' | 'script' | 'helper' | 'class';

interface CodeFunction {
  role: CodeRole;
  name: string;
  parameters: string[];
  body: readonly CodeLine[];
}

interface FunctionsInCode {
  functions: CodeFunction[];
  /** What stands in no function. */
  loose: CodeLine[];
}

const MOST_DEPTH = 20;
const NAMES: Readonly<Record<CodeLanguage, string>> = { python: 'Python', java: 'Java', csharp: 'C#' };

const wordsOf = ({ tokens }: CodeLine): string =>
  tokens
    .slice(0, 200)
    .map(({ text }) => text)
    .join(' ');

function roleOf(head: string, remark: string, name: string): CodeRole {
  if (/@pytest \. fixture .*autouse/.test(remark)) return 'before';
  if (/@(?:Test|ParameterizedTest|RepeatedTest)\b|\[ (?:Test|Fact|TestMethod|TestCase|Theory)\b/.test(head))
    return 'test';
  if (
    /@(?:BeforeEach|BeforeAll|Before|BeforeMethod|BeforeClass)\b|\[ (?:SetUp|OneTimeSetUp|TestInitialize)\b/.test(head)
  )
    return 'before';
  if (/@(?:AfterEach|AfterAll|After)\b|\[ (?:TearDown|OneTimeTearDown|TestCleanup)\b/.test(head)) return 'after';
  if (/^def test/.test(head.replace(/^async /, ''))) return 'test';
  return /^(?:main|Main|run)$/.test(name) ? 'script' : 'helper';
}

/** `def login(page: Page, user: str = "x")`, `static void login(Page page, String user)` */
function parametersOf({ tokens }: CodeLine, language: CodeLanguage): string[] {
  const open = tokens.findIndex(
    ({ text }, at) => text === '(' && tokens[at - 1]?.kind === 'name' && !tokens[at - 1]?.text.startsWith('@'),
  );
  const parts: string[][] = [[]];
  for (const { kind, text } of tokens.slice(open + 1)) {
    if (text === ')') break;
    if (text === ',') parts.push([]);
    else if (kind === 'name') parts.at(-1)?.push(text);
  }
  const names = parts.flatMap(part => (language === 'python' ? part[0] : part.at(-1)) ?? []);
  return names.filter(name => name !== 'self' && name !== 'cls');
}

function functionOf(line: CodeLine, before: CodeLine | undefined, language: CodeLanguage): CodeFunction | undefined {
  const head = wordsOf(line);
  const plain = head.replace(/^(?:async |public |private |protected |internal |static |abstract |sealed |final )+/, '');
  const { body } = line;
  if (body === undefined) return undefined;
  if (/(?:^|[\]\s])(?:class|namespace|record)\s/.test(plain.slice(0, 300)) && !/^def /.test(plain))
    return { role: 'class', name: '', parameters: [], body };
  const name =
    language === 'python'
      ? /^def (\w+)/.exec(plain)?.[1]
      : /(?:void|Task|[A-Z]\w*) (\w+) \( [^()]*\)?(?: \)| throws [\w ,.]*)?$/.exec(
          head.replace(/@\w+ \([^()]*\)/g, ''),
        )?.[1];
  if (name === undefined || /IDialog/.test(head)) return undefined;
  const remark = before === undefined ? '' : wordsOf(before);
  return { role: roleOf(head, remark, name), name, parameters: parametersOf(line, language), body };
}

function found(lines: readonly CodeLine[], language: CodeLanguage, depth = 0): FunctionsInCode {
  const code: FunctionsInCode = { functions: [], loose: [] };
  for (const [at, line] of lines.entries()) {
    const made = functionOf(line, lines[at - 1], language);
    if (made === undefined) code.loose.push(line);
    else if (made.role !== 'class') code.functions.push(made);
    else if (depth < MOST_DEPTH) {
      const inner = found(made.body, language, depth + 1);
      code.functions.push(...inner.functions);
      code.loose.push(...inner.loose);
    }
  }
  return code;
}

const blockOf = (code: TranslatedCode, { body }: CodeFunction): string => linesInto(code, body).join('\n');

const IDENTIFIER = /^[A-Za-z_]\w*$/;

function scriptOf(code: TranslatedCode, { functions, loose }: FunctionsInCode): string {
  const inRole = (role: CodeRole): CodeFunction[] => functions.filter(one => one.role === role);
  const helpers = inRole('helper').filter(({ name, parameters }) =>
    [name, ...parameters].every(one => IDENTIFIER.test(one)),
  );
  const hooks = [
    ...inRole('before').map(one => `test.beforeEach(async ({ page }) => {\n${blockOf(code, one)}\n});`),
    ...inRole('after').map(one => `test.afterEach(async ({ page }) => {\n${blockOf(code, one)}\n});`),
  ];
  const tests = inRole('test').map(
    one => `test(${JSON.stringify(one.name)}, async ({ page }) => {\n${blockOf(code, one)}\n});`,
  );
  const above = linesInto(code, loose);
  const isScript = tests.length === 0;
  const script = [...(isScript ? above : []), ...inRole('script').map(one => blockOf(code, one))].join('\n');
  const constants = isScript ? [] : above.filter(line => /^var \w+ = ["\d-]/.test(line));
  return [
    ...constants,
    ...helpers.map(one => `async function ${one.name}(${one.parameters.join(', ')}) {\n${blockOf(code, one)}\n}`),
    ...hooks,
    ...tests,
    ...(isScript ? [`test('Recorded test', async ({ page }) => {\n${script}\n});`] : []),
  ].join('\n');
}

/** What was left out is shown as it was written. */
function asWritten(draft: ActionDraft, { originals }: TranslatedCode): ActionDraft {
  if (!isLeftOut(draft)) return draft;
  const original = originals.get(String(draft.text));
  return original === undefined ? draft : leftOut(original.text, original.reason ?? String(draft.comment));
}

function importIn(text: string, language: CodeLanguage): TestDraft[] {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const code = found(codeLines(source, codeTokens(source, language), language), language);
  const helpers = new Set(code.functions.filter(({ role }) => role === 'helper').map(({ name }) => name));
  const translated: TranslatedCode = {
    source,
    translation: new CodeTranslation(language, { pages: new Map([['Page', 'page']]), functions: helpers }),
    originals: new Map(),
    handlers: new Map(),
  };
  const tests = importPlaywrightCodegen(scriptOf(translated, code)).map(({ name, actions, notes, actors }) => {
    const shown = actions.map(draft => asWritten(draft, translated));
    const others = notes.filter(note => !leftOutNotes(actions).includes(note));
    const people = actors === undefined ? {} : { actors };
    return { name, actions: shown, notes: [...others, ...leftOutNotes(shown)], ...people };
  });
  if (tests.every(({ actions }) => actions.every(({ disabled }) => disabled === true)))
    throw wrongText(`The code has no test of Playwright in ${NAMES[language]}: calls of page were looked for.`);
  return tests;
}

const importerFor =
  (language: CodeLanguage) =>
  (text: string): TestDraft[] => {
    try {
      return importIn(text, language);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw wrongText('The code is nested too deeply.');
    }
  };

/** Errors of each: `invalid-params` with the field `text`. */
export const importPlaywrightPython = importerFor('python');
export const importPlaywrightJava = importerFor('java');
export const importPlaywrightCsharp = importerFor('csharp');
