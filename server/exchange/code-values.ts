import { formatLocator, quoted as inQuotes } from '../../model/locator/format-locator.ts';
import { parseLocator } from '../../model/locator/parse-locator.ts';
import { type OwnFunction, ownFunctionsIn } from '../../model/values/expression-functions.ts';
import { escapeTemplateForPattern, isPatternTemplate } from '../../model/values/pattern.ts';
import { referencedNames } from '../../model/values/referenced-names.ts';
import { parseTemplate, type Template } from '../../model/values/template.ts';

export interface Needs {
  compute: boolean;
  /** Which of our own functions are computed with. */
  functions: Set<OwnFunction>;
  environment: Set<string>;
  data: boolean;
  variables: boolean;
  /** An actor has a device. */
  devices: boolean;
  tabs: boolean;
  /** Areas of pictures are masked. */
  covers: boolean;
  paste: boolean;
  /** Of each page whose clock the code has changed, by the code of the page. */
  clocks: Map<string, 'goes' | 'stands'>;
  /** Empty where the project has none. */
  appUrl: string;
  /** Downloads are read. */
  files: boolean;
  /** Requests of the page are kept with their answers. */
  exchange: boolean;
  /** Accessibility is checked. */
  axe: boolean;
  notes: Set<string>;
}

export interface NameScope {
  /** Code by the names of loops, parameters and rows. */
  names: ReadonlyMap<string, string>;
  /** A row of a loop whose columns are known only in a run. */
  anyName?: string | undefined;
  /** Code of the page that the row acts in; default: `page`. */
  page?: string;
  /** Code of their pages by the names of actors, where there are several. */
  actors?: ReadonlyMap<string, string> | undefined;
}

export const pageIn = ({ scope }: { scope: NameScope }): string => scope.page ?? 'page';

/** A text of several lines keeps them, unless something in it would be computed. */
export const quoted = (text: string): string =>
  text.includes('\n') && !/[`\\]|\$\{/.test(text) ? `\`${text}\`` : inQuotes(text);

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
export const member = (owner: string, name: string): string =>
  IDENTIFIER.test(name) ? `${owner}.${name}` : `${owner}[${quoted(name)}]`;

export const propertyName = (name: string): string => (/^\w+$/.test(name) ? name : quoted(name));

const isText = (code: string): boolean => /^(?:'(?:\\.|[^'\\])*'|env\.\w+|\(process\.env.*\))$/.test(code);

const PATH = /^(?:`([^`]+)`|([A-Za-z_]\w*))((?:\.(?:`[^`]+`|[A-Za-z_]\w*))*)$/;
const LITERAL = /^(?:-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|true|false)$/;

export class CodeValues {
  readonly needs: Needs;
  readonly #known: { environment: ReadonlySet<string>; data: ReadonlySet<string>; variables: ReadonlySet<string> };

  constructor(
    needs: Needs,
    known: { environment: ReadonlySet<string>; data: ReadonlySet<string>; variables: ReadonlySet<string> },
  ) {
    this.needs = needs;
    this.#known = known;
  }

  text(template: string, scope: NameScope): string {
    const { parts } = parseTemplate(template);
    if (parts.every(part => part.kind === 'literal')) return quoted(parts.map(({ text }) => text).join(''));
    const [only] = parts;
    if (parts.length === 1 && only?.kind === 'expression') {
      const code = this.expression(only.source, scope);
      return isText(code) ? code.replace(/^\((process\.env[^()]*)\)$/, '$1') : `String(${code})`;
    }
    return this.#inTemplate(parts, scope);
  }

  number(template: string, scope: NameScope): string {
    return /^\d+(?:\.\d+)?$/.test(template.trim()) ? template.trim() : `Number(${this.text(template, scope)})`;
  }

  pattern(template: string, scope: NameScope): string {
    if (!isPatternTemplate(template)) return this.text(template, scope);
    const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(template) ?? [];
    const { parts } = parseTemplate(source);
    if (parts.every(part => part.kind === 'literal')) return template;
    return `new RegExp(${this.#inTemplate(parts, scope)}${flags === '' ? '' : `, ${quoted(flags)}`})`;
  }

  /** For matchers that cannot ignore case themselves. */
  patternOfAnyCase(template: string, scope: NameScope): string {
    const [, source, flags = ''] = (isPatternTemplate(template) && /^\/(.*)\/(\w*)$/s.exec(template)) || [];
    const pattern = source === undefined ? `^${escapeTemplateForPattern(template)}$` : source;
    return this.pattern(`/${pattern}/${[...new Set(`${flags}i`)].join('')}`, scope);
  }

  #inTemplate(parts: Template['parts'], scope: NameScope): string {
    const pieces = parts.map(part =>
      part.kind === 'literal' ? part.text.replace(/[`\\]|\$\{/g, '\\$&') : `\${${this.expression(part.source, scope)}}`,
    );
    return `\`${pieces.join('')}\``;
  }

  locator(text: string, scope: NameScope): string {
    const written = formatLocator(parseLocator(text)).replace(/^frameLocator\(\)/, "frameLocator('iframe')");
    const code = written.replace(
      /'((?:\\.|[^'\\])*)'|\{\{(.*?)\}\}/gs,
      (whole, inner: string | undefined, raw: string | undefined) => {
        if (raw !== undefined) return this.expression(raw.trim(), scope);
        if (inner === undefined || !inner.includes('{{')) return whole;
        return this.text(inner.replaceAll("\\'", "'"), scope);
      },
    );
    return `${pageIn({ scope })}.${code}`;
  }

  expression(source: string, scope: NameScope): string {
    if (LITERAL.test(source)) return source;
    const [, ticked, bare, rest = ''] = PATH.exec(source) ?? [];
    const first = ticked ?? bare;
    if (first === undefined) return this.#computed(source, scope);
    const path = [...rest.matchAll(/\.(?:`([^`]+)`|(\w+))/g)].map(([, one, other]) => one ?? other ?? '');
    const [second] = path;
    const group = second === undefined ? undefined : this.#ofGroup(first, second);
    if (group !== undefined) return path.slice(1).reduce((code, name) => `${code}?.${name}`, group);
    return path.reduce(
      (code, name) => (IDENTIFIER.test(name) ? `${code}?.${name}` : `${code}?.[${quoted(name)}]`),
      this.#named(first, scope),
    );
  }

  #ofGroup(group: string, name: string): string | undefined {
    switch (group) {
      case 'env':
        this.needs.environment.add(name);
        return member('env', name);
      case 'secret':
      case 'app':
        return `(${member('process.env', name)} ?? '')`;
      case 'var':
        this.needs.variables = true;
        return member('vars', name);
      case 'run':
      case 'auth':
        this.needs.notes.add(
          `{{ ${group}.${name} }} is known only to runs of Steploom: set ${`${group}_${name}`.toUpperCase()} in the environment.`,
        );
        return `(process.env.${`${group}_${name}`.toUpperCase()} ?? '')`;
      default:
        return undefined;
    }
  }

  #named(name: string, scope: NameScope): string {
    const near = scope.names.get(name);
    if (near !== undefined) return near;
    if (this.#known.variables.has(name)) {
      this.needs.variables = true;
      return member('vars', name);
    }
    if (scope.anyName !== undefined) return member(scope.anyName, name);
    if (this.#known.data.has(name)) {
      this.needs.data = true;
      return member('data', name);
    }
    this.needs.environment.add(name);
    if (!this.#known.environment.has(name))
      this.needs.notes.add(`{{ ${name} }} has no value here: set ${name} in the environment.`);
    return member('env', name);
  }

  /** `names` is code of an object. */
  compute(source: string, names: string): string {
    this.needs.compute = true;
    for (const name of ownFunctionsIn(source)) this.needs.functions.add(name);
    return `await compute(${quoted(source)}, ${names})`;
  }

  #computed(source: string, scope: NameScope): string {
    const template: Template = { parts: [{ kind: 'expression', source, position: 1 }] };
    const { references } = referencedNames(template);
    const groups = new Map<string, string[]>();
    const plain: string[] = [];
    for (const { group, name } of references) {
      if (group === undefined)
        plain.push(`${IDENTIFIER.test(name) ? name : quoted(name)}: ${this.#named(name, scope)}`);
      else
        groups.set(group, [
          ...(groups.get(group) ?? []),
          `${IDENTIFIER.test(name) ? name : quoted(name)}: ${this.#ofGroup(group, name) ?? 'undefined'}`,
        ]);
    }
    const grouped = [...groups].map(([group, pairs]) => `${group}: { ${pairs.join(', ')} }`);
    const input = [...plain, ...grouped];
    return `(${this.compute(source, input.length === 0 ? '{}' : `{ ${input.join(', ')} }`)})`;
  }
}
