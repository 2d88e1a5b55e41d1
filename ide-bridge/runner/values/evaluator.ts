import { habitIn } from '../../../model/values/expression-habits.ts';
import { REDACTED } from '../../../model/values/redactor.ts';
import {
  conditionSource,
  NAME_GROUPS,
  type NameGroup,
  type NameReference,
  namesSecret,
  type ReferencedNames,
  referencedNames,
} from '../../../model/values/referenced-names.ts';
import { type LiteralPart, parseTemplate } from '../../../model/values/template.ts';
import { expressionFailed, expressionUnreadable, noValue, secretRefused } from './expression-errors.ts';
import { createExpressionProcess, type ExpressionProcess, type ExpressionRequest } from './expression-process.ts';
import { lookUp, nameNotFound } from './look-up.ts';
import { isTruthy, plainText } from './plain-text.ts';
import type { FoundValue, Scopes } from './scopes.ts';

const DEFAULT_TIME_LIMIT_MS = 1000;
const MAX_REMEMBERED_TEXTS = 1000;

interface EvaluationOptions {
  signal?: AbortSignal;
  timeLimitMs?: number;
  secretsAllowed?: boolean;
  isNeeded?: boolean;
}

/** `secrets`: secret values in it, for screenshots and the redactor. `shown`: the text for titles, without secrets. */
interface EvaluatedText {
  text: string;
  shown: string;
  /** Values made of secrets, e.g. by $uppercase(…): as secret as those. */
  made: readonly string[];
  secrets: readonly string[];
}

export interface Evaluator extends AsyncDisposable {
  /** Starts JSONata ahead; otherwise the first expression that is more than a name waits for it. */
  prepare(): Promise<void>;
  /** Refuses a value of null or nothing. */
  evaluateTemplate(text: string, scopes: Scopes, options?: EvaluationOptions): Promise<EvaluatedText>;
  evaluateValue(text: string, scopes: Scopes, options?: EvaluationOptions): Promise<FoundValue>;
  /** With or without `{{ }}`. Never reads values with secrets. */
  evaluateExpression(
    expression: string,
    scopes: Scopes,
    options?: Omit<EvaluationOptions, 'secretsAllowed'>,
  ): Promise<unknown>;
  /** With or without `{{ }}`. Never reads values with secrets. */
  evaluateCondition(
    condition: string,
    scopes: Scopes,
    options?: Omit<EvaluationOptions, 'secretsAllowed'>,
  ): Promise<boolean>;
  dispose(): Promise<void>;
}

interface Expression {
  kind: 'expression';
  source: string;
  names: ReferencedNames;
}
type Part = LiteralPart | Expression;

/**
 * Names are looked up at once; JSONata runs in a process of its own, started when first needed.
 * Errors: `invalid-params` (braces, syntax, a secret where none may be read), `not-found` (a name, saying which exist),
 * `timeout`, `stopped`, `invalid-project` (the expression does not fit its values, or needs too much memory).
 */
export function openEvaluator(): Evaluator {
  const expressions = createExpressionProcess();
  const parse = rememberRecent(MAX_REMEMBERED_TEXTS, parseText);

  async function evaluateText(text: string, scopes: Scopes, options: EvaluationOptions): Promise<EvaluatedText> {
    if (!text.includes('{{')) return { text, shown: text, made: [], secrets: [] };
    const found: FoundValue[] = [];
    for (const part of parse(text))
      found.push(
        part.kind === 'literal'
          ? plain(part.text)
          : something(part.source, await evaluateExpression(part, scopes, { ...options, expressions })),
      );
    return {
      text: found.map(({ value }) => plainText(value)).join(''),
      shown: found.map(({ value, secrets }) => (secrets.length > 0 ? REDACTED : plainText(value))).join(''),
      secrets: [...new Set(found.flatMap(({ secrets }) => secrets))],
      made: found.flatMap(({ value, secrets }) => madeOf(value, secrets, text)),
    };
  }

  async function evaluateValue(text: string, scopes: Scopes, options: EvaluationOptions = {}): Promise<FoundValue> {
    const [part, ...others] = text.includes('{{') ? parse(text) : [];
    if (part?.kind === 'expression' && others.length === 0) {
      const found = await evaluateExpression(part, scopes, { ...options, expressions });
      if (options.isNeeded && found.value === undefined) throw noValue(part.source, undefined);
      return found;
    }
    const evaluated = await evaluateText(text, scopes, options);
    return { value: evaluated.text, secrets: evaluated.secrets };
  }

  async function evaluateOpenly(
    expression: string,
    scopes: Scopes,
    options: Omit<EvaluationOptions, 'secretsAllowed'> = {},
  ): Promise<unknown> {
    const limits = { ...options, secretsAllowed: false, expressions };
    return (await evaluateExpression(soleExpressionOf(expression), scopes, limits)).value;
  }

  return {
    prepare: expressions.start,
    evaluateTemplate: (text, scopes, options = {}) => evaluateText(text, scopes, options),
    evaluateValue,
    evaluateExpression: evaluateOpenly,
    evaluateCondition: async (condition, scopes, options) => isTruthy(await evaluateOpenly(condition, scopes, options)),
    dispose: expressions.dispose,
    [Symbol.asyncDispose]: expressions.dispose,
  };
}

const parseText = (text: string): readonly Part[] =>
  parseTemplate(text).parts.map(part =>
    part.kind === 'literal' ? part : { ...part, names: referencedNames({ parts: [part] }) },
  );

const plain = (value: unknown): FoundValue => ({ value, secrets: [] });

/** A text made of secrets is one, too, unless it contains one, which is masked anyway, or is in the template for all to read. */
export function madeOf(value: unknown, secrets: readonly string[], template: string): string[] {
  if (typeof value !== 'string' || secrets.length === 0 || template.includes(value)) return [];
  const lower = value.toLowerCase();
  return secrets.some(secret => lower.includes(secret.toLowerCase())) ? [] : [value];
}

/** Nothing and null would silently leave the field empty. */
function something(source: string, found: FoundValue): FoundValue {
  if (found.value === undefined || found.value === null) throw noValue(source, found.value);
  return found;
}

function soleExpressionOf(condition: string): Expression {
  const part = { kind: 'expression', source: conditionSource(condition), position: 1 } as const;
  return { ...part, names: referencedNames({ parts: [part] }) };
}

async function evaluateExpression(
  { source, names }: Expression,
  scopes: Scopes,
  options: EvaluationOptions & { expressions: ExpressionProcess },
): Promise<FoundValue> {
  const { secretsAllowed = true, timeLimitMs = DEFAULT_TIME_LIMIT_MS, signal, expressions } = options;
  if (!secretsAllowed && namesSecret(names)) throw secretRefused(source);
  const found = lookUp(source, scopes);
  if (found !== undefined) {
    if (!secretsAllowed && found.secrets.length > 0) throw secretRefused(source);
    return found;
  }
  const { request, secretsOf } = expressionRequest(source, scopes, secretsAllowed);
  const missing = missingName(names, scopes);
  // Names in unreadable text are guesses: it is only parsed first.
  const asked = missing === undefined ? request : { ...request, isOnlyRead: true };
  const reply = await expressions.evaluate(asked, { timeLimitMs, ...(signal && { signal }) });
  if (reply.state === 'unreadable') throw expressionUnreadable(source, reply);
  if (missing !== undefined) throw nameNotFound(missing, scopes, source);
  if (reply.state === 'failed') throw expressionFailed(source, reply, scopes);
  if (reply.json !== undefined) return { value: JSON.parse(reply.json), secrets: secretsOf(reply.used) };
  if (habitIn(source) !== undefined) throw noValue(source, undefined);
  return { value: undefined, secrets: secretsOf(reply.used) };
}

const missingName = ({ references }: ReferencedNames, scopes: Scopes): NameReference | undefined =>
  references.find(({ group, name, required }) => required && scopes.find(name, group) === undefined);

function rememberRecent<Result>(limit: number, compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, { result: Result }>();
  return text => {
    const known = results.get(text) ?? { result: compute(text) };
    // A map keeps the order of insertion, so its first entry is the one longest unused.
    results.delete(text);
    results.set(text, known);
    for (const oldest of results.keys()) {
      if (results.size <= limit) break;
      results.delete(oldest);
    }
    return known.result;
  };
}

interface PreparedRequest {
  request: ExpressionRequest;
  secretsOf(used: readonly number[]): readonly string[];
}

/** Values with secrets are guarded, and left out unless allowed. */
function expressionRequest(expression: string, scopes: Scopes, secretsAllowed: boolean): PreparedRequest {
  const guarded: { group?: NameGroup; name: string; value: unknown }[] = [];
  const guardedSecrets: (readonly string[])[] = [];
  const visibleOf = (group?: NameGroup): Record<string, unknown> => {
    const visible: Record<string, unknown> = Object.create(null);
    for (const name of scopes.names(group)) {
      const found = scopes.find(name, group);
      if (found === undefined) continue;
      if (found.secrets.length === 0) visible[name] = found.value;
      else {
        guarded.push({ ...(group && { group }), name, value: secretsAllowed ? found.value : undefined });
        guardedSecrets.push(found.secrets);
      }
    }
    return visible;
  };
  const groups = Object.fromEntries(NAME_GROUPS.map(group => [group, visibleOf(group)]));
  return {
    request: { expression, visible: { bare: visibleOf(), groups }, guarded, secretsAllowed },
    secretsOf: used => [...new Set(used.flatMap(index => guardedSecrets[index] ?? []))],
  };
}
