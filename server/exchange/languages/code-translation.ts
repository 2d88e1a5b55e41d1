/** An expression of another language, as the JavaScript that Playwright has for the same. */
import type { CodeArgument, CodeExpression } from './code-expressions.ts';
import type { CodeLanguage } from './code-tokens.ts';
import { camelName, checkName, constantText, FLAGS, IS_CALLED } from './playwright-names.ts';

const CONSTANTS: Readonly<Record<string, string>> = {
  True: 'true',
  true: 'true',
  False: 'false',
  false: 'false',
  None: 'undefined',
  null: 'undefined',
};

const json = (text: string): string => JSON.stringify(text);

/** `Page.GetByRoleOptions().setName("x").setExact(true)`: the setters of options. */
function optionsOf(value: CodeExpression, language: CodeLanguage): CodeArgument[] | undefined {
  if (value.kind === 'new') return value.args.length === 0 ? value.fields : undefined;
  if (value.kind !== 'call' || value.callee.kind !== 'member' || language !== 'java') return undefined;
  const { owner, name } = value.callee;
  const before = optionsOf(owner, language);
  const [given, more] = value.args;
  const option = /^set([A-Z]\w*)$/.exec(name)?.[1];
  if (before === undefined || given === undefined || option === undefined) return undefined;
  const plain = `${option[0]?.toLowerCase() ?? ''}${option.slice(1)}`;
  // `setPosition(10, 20)`
  if (more !== undefined && plain.endsWith('osition'))
    return [
      ...before,
      {
        name: plain,
        value: {
          kind: 'object',
          fields: [
            { ...given, name: 'x' },
            { ...more, name: 'y' },
          ],
        },
      },
    ];
  return more === undefined ? [...before, { name: plain, value: given.value }] : undefined;
}

/** Options that C# has twice, for a text and for a pattern. */
const optionName = (name: string, language: CodeLanguage): string =>
  camelName(name, language).replace(/^(name|hasText|hasNotText)(?:Regex|String)$/, '$1');

function patternText(source: string, flags: string): string | undefined {
  const inline = /^\(\?([ims]+)\)/.exec(source);
  const plain = source.slice(inline?.[0].length ?? 0);
  const all = [...new Set(`${flags}${inline?.[1] ?? ''}`)].join('');
  try {
    const pattern = new RegExp(plain === '' ? '(?:)' : plain, all);
    return String(pattern);
  } catch {
    return undefined;
  }
}

const lastName = (value: CodeExpression): string => {
  if (value.kind === 'name') return value.name;
  return value.kind === 'member' ? value.name : '';
};

const pathName = (value: CodeExpression): string => {
  if (value.kind === 'name') return value.name;
  return value.kind === 'member' ? `${pathName(value.owner)}.${value.name}` : '';
};

const PATTERNS = new Set(['re.compile', 'Pattern.compile', 'Regex', 'System.Text.RegularExpressions.Regex']);
const LISTS = new Set(['Arrays.asList', 'List.of', 'asList']);
const PATHS = new Set(['Paths.get', 'Path.of', 'Path', 'Path.Combine', 'os.path.join']);
const EXPECTS = new Set([
  'expect',
  'Expect',
  'Assertions.Expect',
  'assertThat',
  'PlaywrightAssertions.assertThat',
  'Assertions.assertThat',
]);

interface NamesInCode {
  pages: ReadonlyMap<string, string>;
  functions: ReadonlySet<string>;
}

export class CodeTranslation {
  readonly language: CodeLanguage;
  readonly #pages: ReadonlyMap<string, string>;
  readonly #functions: ReadonlySet<string>;

  /** `pages`: what pages are called here, by what they are called there; `functions` are those of the file. */
  constructor(language: CodeLanguage, { pages, functions }: NamesInCode) {
    this.language = language;
    this.#pages = pages;
    this.#functions = functions;
  }

  /** Undefined for what has no counterpart. */
  of(value: CodeExpression): string | undefined {
    const options = value.kind === 'new' && value.args.length > 0 ? undefined : optionsOf(value, this.language);
    if (options !== undefined) return this.#options(options);
    switch (value.kind) {
      case 'text':
        return json(value.text);
      case 'number':
        return value.text;
      case 'name':
        return (
          (Object.hasOwn(CONSTANTS, value.name) ? CONSTANTS[value.name] : undefined) ??
          this.#pages.get(value.name) ??
          (/^\w+$/.test(value.name) ? value.name : undefined)
        );
      case 'sum':
        return this.#sum(value.parts.map(part => this.of(part)));
      case 'list':
        return this.#joined(
          value.items.map(item => this.of(item)),
          '[]',
        );
      case 'object':
        return this.#options(value.fields);
      case 'new':
        return this.#pattern(value.type, value.args);
      case 'index':
        return undefined;
      case 'member':
        return this.#member(value.owner, value.name);
      case 'call':
        return this.#call(value.callee, value.args);
      default:
        return undefined;
    }
  }

  #joined(parts: readonly (string | undefined)[], [open, close]: string): string | undefined {
    return parts.includes(undefined) ? undefined : `${open}${parts.join(', ')}${close}`;
  }

  #sum(parts: readonly (string | undefined)[]): string | undefined {
    return parts.includes(undefined) ? undefined : parts.join(' + ');
  }

  #options(fields: readonly CodeArgument[]): string | undefined {
    const parts = fields.map(({ name, value }) => {
      const text = this.of(value);
      return name === undefined || text === undefined ? undefined : `${json(optionName(name, this.language))}: ${text}`;
    });
    return this.#joined(
      parts.map(part => part?.replace(/^"(\w+)":/, '$1:')),
      '{}',
    );
  }

  #member(owner: CodeExpression, name: string): string | undefined {
    const constant = owner.kind === 'name' ? constantText(owner.name, name) : undefined;
    if (constant !== undefined) return json(constant);
    if (this.language === 'csharp' && owner.kind === 'name' && (owner.name === 'this' || owner.name === 'base'))
      return this.of({ kind: 'name', name });
    if (owner.kind === 'name' && owner.name === 'self') return this.of({ kind: 'name', name });
    const before = this.of(owner);
    const plain = camelName(name, this.language);
    if (before === undefined) return undefined;
    return `${before}.${plain}${IS_CALLED.has(plain) ? '()' : ''}`;
  }

  #pattern(type: string, args: readonly CodeArgument[]): string | undefined {
    const [source, ...flags] = args;
    if (!PATTERNS.has(type)) return undefined;
    const text = source?.value.kind === 'text' ? source.value.text : undefined;
    const letters = flags.map(({ value }) => FLAGS[lastName(value)]);
    return text === undefined || letters.includes(undefined) ? undefined : patternText(text, letters.join(''));
  }

  #args(args: readonly CodeArgument[]): string[] | undefined {
    const plain = args.filter(({ name }) => name === undefined).map(({ value }) => this.#argument(value));
    const named = args.filter(({ name }) => name !== undefined);
    const options = named.length === 0 ? [] : [this.#options(named)];
    const all = [...plain, ...options].flatMap(part => part ?? []);
    return all.length === plain.length + options.length ? all : undefined;
  }

  /** Answers to dialogs are functions of one call. */
  #argument(value: CodeExpression): string | undefined {
    if (value.kind !== 'lambda') return this.of(value);
    const verb = /\b(accept|dismiss)(?:Async)?\b/i.exec(
      value.body.map(({ text, kind }) => (kind === 'text' ? '' : text)).join(' '),
    )?.[1];
    if (verb === undefined) return undefined;
    const answer = value.body.find(
      ({ kind }, at) => kind === 'text' && value.body[at - 2]?.text.toLowerCase().startsWith(verb.toLowerCase()),
    );
    return `dialog => dialog.${verb.toLowerCase()}(${answer === undefined ? '' : json(answer.text)})`;
  }

  #call(callee: CodeExpression, args: CodeArgument[]): string | undefined {
    const path = pathName(callee);
    if (PATTERNS.has(path)) return this.#pattern(path, args);
    if (LISTS.has(path))
      return this.#joined(
        args.map(({ value }) => this.of(value)),
        '[]',
      );
    if (PATHS.has(path)) return args.at(-1)?.value.kind === 'text' ? this.of(args.at(-1)?.value ?? callee) : undefined;
    const given = this.#args(args);
    if (given === undefined) return undefined;
    if (EXPECTS.has(path)) return `expect(${given.join(', ')})`;
    const own = callee.kind === 'member' && lastName(callee.owner) === 'self' ? callee.name : path;
    if (this.#functions.has(own)) return `${own}(${given.join(', ')})`;
    if (callee.kind !== 'member') return undefined;
    if (this.#isCheck(callee.owner)) return this.#check(callee.owner, callee.name, given);
    const owner = this.of(callee.owner);
    const name = this.#methodName(callee.name);
    return owner === undefined ? undefined : `${owner}.${name}(${[...this.#event(callee.name), ...given].join(', ')})`;
  }

  #methodName(name: string): string {
    return /^on(?:ce)?Dialog$/.test(name) ? name.replace('Dialog', '') : camelName(name, this.language);
  }

  #event(name: string): string[] {
    return /^on(?:ce)?Dialog$/.test(name) ? ["'dialog'"] : [];
  }

  /** `expect(…)`, and what turns it around. */
  #isCheck(value: CodeExpression): boolean {
    if (value.kind === 'call' && value.callee.kind === 'member' && value.callee.name === 'not')
      return this.#isCheck(value.callee.owner);
    if (value.kind === 'call') return EXPECTS.has(pathName(value.callee));
    return value.kind === 'member' && /^not$/i.test(value.name) && this.#isCheck(value.owner);
  }

  #check(subject: CodeExpression, called: string, given: readonly string[]): string | undefined {
    const isTurned =
      (subject.kind === 'member' && /^not$/i.test(subject.name)) ||
      (subject.kind === 'call' && subject.callee.kind === 'member' && subject.callee.name === 'not');
    let owner = subject;
    if (isTurned && subject.kind === 'member') owner = subject.owner;
    if (isTurned && subject.kind === 'call' && subject.callee.kind === 'member') owner = subject.callee.owner;
    const text = this.of(owner);
    const { name, isNot } = checkName(called, this.language);
    return text === undefined ? undefined : `${text}${isTurned || isNot ? '.not' : ''}.${name}(${given.join(', ')})`;
  }
}
