/** Expressions of Python, Java and C# as one tree: calls, members, literals, options, lambdas. */
import type { CodeToken } from './code-tokens.ts';

export interface CodeArgument {
  name: string | undefined;
  value: CodeExpression;
}

export type CodeExpression =
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'name'; name: string }
  | { kind: 'member'; owner: CodeExpression; name: string }
  | { kind: 'call'; callee: CodeExpression; args: CodeArgument[] }
  | { kind: 'index'; owner: CodeExpression; index: CodeExpression }
  /** `new Page.ClickOptions()`, `new() { Name = "Save" }` */
  | { kind: 'new'; type: string; args: CodeArgument[]; fields: CodeArgument[] }
  /** Texts and values that are put together. */
  | { kind: 'sum'; parts: CodeExpression[] }
  | { kind: 'list'; items: CodeExpression[] }
  | { kind: 'object'; fields: CodeArgument[] }
  | { kind: 'lambda'; parameters: string[]; body: CodeToken[] };

const MOST_DEPTH = 60;

/** What cannot be read is undefined; the whole expression then is. */
class ExpressionReader {
  #at = 0;
  #depth = 0;

  readonly #tokens: readonly CodeToken[];

  constructor(tokens: readonly CodeToken[]) {
    this.#tokens = tokens;
  }

  whole(): CodeExpression | undefined {
    const value = this.#expression();
    return this.#at === this.#tokens.length ? value : undefined;
  }

  #is(text: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.text === text && (token.kind === 'sign' || token.kind === 'name');
  }

  #take(text: string): boolean {
    const isHere = this.#is(text);
    if (isHere) this.#at += 1;
    return isHere;
  }

  #name(): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'name') return undefined;
    this.#at += 1;
    return token.text;
  }

  #expression(): CodeExpression | undefined {
    if (this.#depth >= MOST_DEPTH) return undefined;
    this.#depth += 1;
    const parts = [this.#postfix()];
    while (this.#take('+')) parts.push(this.#postfix());
    this.#depth -= 1;
    const known = parts.flatMap(part => part ?? []);
    if (known.length < parts.length) return undefined;
    return known.length === 1 ? known[0] : { kind: 'sum', parts: known };
  }

  #postfix(): CodeExpression | undefined {
    let value = this.#primary();
    while (value !== undefined) {
      const next = this.#after(value);
      if (next === 'nothing') return value;
      value = next;
    }
    return undefined;
  }

  /** A member, a call or a place in a list. */
  #after(owner: CodeExpression): CodeExpression | undefined | 'nothing' {
    if (this.#take('.') || this.#take('?.')) {
      const name = this.#name();
      return name === undefined ? undefined : { kind: 'member', owner, name };
    }
    if (this.#take('(')) {
      const args = this.#list(')', () => this.#argument());
      return args && { kind: 'call', callee: owner, args };
    }
    if (!this.#take('[')) return 'nothing';
    const index = this.#expression();
    return index !== undefined && this.#take(']') ? { kind: 'index', owner, index } : undefined;
  }

  #primary(): CodeExpression | undefined {
    while (this.#is('await')) this.#at += 1;
    const token = this.#tokens[this.#at];
    if (token === undefined) return undefined;
    if (token.kind === 'odd') return this.#filled(token.text);
    if (token.kind === 'text') return this.#text();
    if (token.kind === 'number') return this.#number('');
    if (this.#take('-')) return this.#tokens[this.#at]?.kind === 'number' ? this.#number('-') : undefined;
    return this.#lambda() ?? this.#compound(token);
  }

  #compound({ kind, text }: CodeToken): CodeExpression | undefined {
    if (this.#take('(')) {
      const value = this.#expression();
      return this.#take(')') ? value : undefined;
    }
    if (this.#take('[')) {
      const items = this.#list(']', () => this.#expression());
      return items && { kind: 'list', items };
    }
    if (this.#take('{')) {
      const fields = this.#list('}', () => this.#field(':'));
      return fields && { kind: 'object', fields };
    }
    if (kind !== 'name') return undefined;
    this.#at += 1;
    return text === 'new' ? this.#made() : { kind: 'name', name: text };
  }

  /** Texts in a row are one. */
  #text(): CodeExpression {
    let text = '';
    for (let token = this.#tokens[this.#at]; token?.kind === 'text'; token = this.#tokens[this.#at]) {
      text += token.text;
      this.#at += 1;
    }
    return { kind: 'text', text };
  }

  /** A text with names in braces: `{base}/login`. */
  #filled(text: string): CodeExpression | undefined {
    this.#at += 1;
    const parts = text
      .split(/\{(\w+)\}/)
      .map((part, at): CodeExpression => (at % 2 === 0 ? { kind: 'text', text: part } : { kind: 'name', name: part }));
    const isPlain = parts.every(part => part.kind !== 'text' || !/[{}]/.test(part.text));
    return isPlain && parts.length > 1 ? { kind: 'sum', parts } : undefined;
  }

  #number(sign: string): CodeExpression {
    const text = this.#tokens[this.#at]?.text ?? '0';
    this.#at += 1;
    return { kind: 'number', text: sign + text.replace(/_|[fFdDmMlL]$/g, '') };
  }

  #list<Item>(end: string, item: () => Item | undefined): Item[] | undefined {
    const items: Item[] = [];
    while (!this.#take(end)) {
      const one = item();
      if (one === undefined) return undefined;
      items.push(one);
      if (!this.#take(',') && !this.#is(end)) return undefined;
    }
    return items;
  }

  #argument(): CodeArgument | undefined {
    const isNamed = this.#tokens[this.#at]?.kind === 'name' && (this.#is('=', 1) || this.#is(':', 1));
    const name = isNamed ? this.#name() : undefined;
    if (isNamed) this.#at += 1;
    const value = this.#expression();
    return value && { name, value };
  }

  #field(between: string): CodeArgument | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    const value = token !== undefined && this.#take(between) ? this.#expression() : undefined;
    return token && value && { name: token.text, value };
  }

  #made(): CodeExpression | undefined {
    let type = '';
    while (this.#tokens[this.#at]?.kind === 'name' || this.#is('.')) {
      type += this.#tokens[this.#at]?.text ?? '';
      this.#at += 1;
    }
    if (this.#take('[')) {
      if (!this.#take(']') || !this.#take('{')) return undefined;
      const items = this.#list('}', () => this.#expression());
      return items && { kind: 'list', items };
    }
    const args = this.#take('(') ? this.#list(')', () => this.#argument()) : [];
    const fields = this.#take('{') ? this.#list('}', () => this.#field('=')) : [];
    return args && fields && { kind: 'new', type, args, fields };
  }

  #lambda(): CodeExpression | undefined {
    const start = this.#at;
    if (this.#take('lambda')) return this.#lambdaBody(this.#untilSign(':'), ':');
    this.#take('async');
    const parameters = this.#parameters();
    const isLambda = parameters !== undefined && (this.#is('=>') || this.#is('->'));
    if (isLambda) return this.#lambdaBody(parameters, this.#tokens[this.#at]?.text ?? '');
    this.#at = start;
    return undefined;
  }

  /** Names up to a sign, without what is between. */
  #untilSign(sign: string): string[] {
    const names: string[] = [];
    while (this.#at < this.#tokens.length && !this.#is(sign) && !this.#is(')')) {
      const name = this.#name();
      if (name === undefined) this.#at += 1;
      else names.push(name);
    }
    return names;
  }

  #parameters(): string[] | undefined {
    const single = this.#name();
    if (single !== undefined) return [single];
    if (!this.#take('(')) return undefined;
    const names = this.#untilSign(')');
    return this.#take(')') ? names : undefined;
  }

  #lambdaBody(parameters: string[], sign: string): CodeExpression | undefined {
    if (!this.#take(sign)) return undefined;
    const isBlock = this.#is('{');
    const start = this.#at;
    this.#skipBody(isBlock);
    const body = this.#tokens.slice(start, this.#at);
    return { kind: 'lambda', parameters, body: isBlock ? body.slice(1, -1) : body };
  }

  /** Up to the end of the block, or to what ends an argument. */
  #skipBody(isBlock: boolean): void {
    let depth = 0;
    for (; this.#at < this.#tokens.length; this.#at += 1) {
      const { kind, text } = this.#tokens[this.#at] ?? { kind: 'odd', text: '' };
      if (kind !== 'sign') continue;
      if (depth === 0 && /^[,)\]}]$/.test(text)) return;
      if (/^[([{]$/.test(text)) depth += 1;
      if (/^[)\]}]$/.test(text)) depth -= 1;
      if (isBlock && depth === 0) {
        this.#at += 1;
        return;
      }
    }
  }
}

export const codeExpression = (tokens: readonly CodeToken[]): CodeExpression | undefined =>
  new ExpressionReader(tokens).whole();
