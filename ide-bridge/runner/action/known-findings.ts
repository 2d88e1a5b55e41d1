import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { findingsFile, findingsNameFault } from '../../../model/names/file-path.ts';
import type { AccessibilityFinding } from '../../../model/run/accessibility-finding.ts';
import type { PerformContext } from './perform-context.ts';

/** A list of findings as it is kept: one that breaks the same rule in the same place is known. */
const KnownFindings = z.strictObject({
  format: z.literal(1),
  findings: z.array(z.strictObject({ rule: z.string().max(200), element: z.string().max(20_000) })).max(10_000),
});
type KnownFinding = z.infer<typeof KnownFindings>['findings'][number];

const MOST_BYTES = 10_000_000;

const knownOf = ({ rule, locator, target }: AccessibilityFinding): KnownFinding => ({
  rule,
  element: locator ?? target,
});

const keyOf = ({ rule, element }: KnownFinding): string => JSON.stringify([rule, element]);

/** The list that an action names. Errors: `invalid-params` for a name that cannot be one. */
export class FindingsBaseline {
  readonly #context: PerformContext;
  readonly #name: string;
  readonly path: string;

  private constructor(context: PerformContext, name: string, path: string) {
    this.#context = context;
    this.#name = name;
    this.path = path;
  }

  static async named(template: string, context: PerformContext): Promise<FindingsBaseline> {
    const { text, isSecret } = await context.text(template);
    const fault = isSecret ? 'a list of findings cannot be named after a secret' : findingsNameFault(text);
    if (fault !== undefined) throw new AppError('invalid-params', `“baseline”: ${fault}.`, { field: 'baseline' });
    const name = findingsFile(text);
    return new FindingsBaseline(context, name, await context.baselines.path(name));
  }

  /** Undefined where there is none yet. Errors: `invalid-project` for a file that is no such list. */
  async read(): Promise<KnownFinding[] | undefined> {
    const bytes = await this.#context.baselines.read(this.#name);
    if (bytes === undefined) return undefined;
    const fault = new AppError(
      'invalid-project',
      `${this.path} is not a list of known findings. Run the test with --update-screenshots (runTest: updateScreenshots) to replace it.`,
    );
    if (bytes.length > MOST_BYTES) throw fault;
    try {
      return KnownFindings.parse(JSON.parse(new TextDecoder().decode(bytes))).findings;
    } catch {
      throw fault;
    }
  }

  /** Keeps these findings as known. Returns the path of the file if it changed. */
  async write(findings: readonly AccessibilityFinding[]): Promise<string | undefined> {
    const kept = new Map(findings.map(finding => this.#masked(finding)).map(known => [keyOf(known), known]));
    const sorted = [...kept].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, known]) => known);
    const text = `${JSON.stringify({ format: 1, findings: sorted }, undefined, 2)}\n`;
    const before = await this.#context.baselines.read(this.#name);
    if (before !== undefined && new TextDecoder().decode(before) === text) return undefined;
    await this.#context.baselines.write(this.#name, new TextEncoder().encode(text));
    return this.path;
  }

  /** Which findings are new, and which known ones are gone. */
  compare(known: readonly KnownFinding[], findings: readonly AccessibilityFinding[]) {
    const before = new Set(known.map(keyOf));
    const now = new Set(findings.map(finding => keyOf(this.#masked(finding))));
    return {
      added: findings.filter(finding => !before.has(keyOf(this.#masked(finding)))),
      gone: known.filter(each => !now.has(keyOf(each))),
    };
  }

  #masked(finding: AccessibilityFinding): KnownFinding {
    const { rule, element } = knownOf(finding);
    return { rule, element: this.#context.masked(element) };
  }
}
