import {
  ACCESSIBILITY_STANDARDS,
  DEFAULT_STANDARD,
  impactsFrom,
} from '../../../../model/actions/accessibility-rules.ts';
import type { ActionOf } from '../../../../model/actions/index.ts';
import type { AccessibilityFinding } from '../../../../model/run/accessibility-finding.ts';
import { findingLines } from '../../../../model/run/findings-text.ts';
import { shortened } from '../../../browser/logs/shown-text.ts';
import { type CheckedPage, findAccessibilityProblems } from '../../page/find-accessibility.ts';
import { FindingsBaseline } from '../known-findings.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

/** A result has no more of them. */
const MOST_FINDINGS = 100;
/** A list of known ones has all of a page. */
const MOST_KNOWN = 5_000;
const MOST_TEXT = 500;
const MOST_GONE = 5;

export async function checkAccessibility(
  action: ActionOf<'checkAccessibility'>,
  context: PerformContext,
): Promise<Performed> {
  const baseline = action.baseline === undefined ? undefined : await FindingsBaseline.named(action.baseline, context);
  const isMade = baseline !== undefined && context.baselines.areMade;
  const known = isMade ? undefined : await baseline?.read();
  const page = await lookAt(action, context);
  const findings = page.findings.map(findingOf);
  if (isMade) {
    const wrote = await baseline.write(findings);
    return { state: 'passed', ...(wrote === undefined ? {} : { wrote }) };
  }
  if (baseline === undefined || known === undefined)
    return page.count === 0 ? PASSED : failedBy(page.count, { page, findings, action, baseline });
  const { added, gone } = baseline.compare(known, findings);
  const count = added.length + page.count - findings.length;
  if (count > 0) return failedBy(count, { page, findings: added, action, baseline, gone });
  return gone.length === 0 ? PASSED : { state: 'passed', note: goneWords(gone, baseline.path) };
}

async function lookAt(action: ActionOf<'checkAccessibility'>, context: PerformContext): Promise<CheckedPage> {
  const { standard = DEFAULT_STANDARD, locator, exclude = [], disabledRules = [], leastImpact = 'minor' } = action;
  const include = locator === undefined ? undefined : await context.find(locator);
  const excluded = [];
  for (const each of exclude) excluded.push(await context.find(each));
  const question = {
    include,
    exclude: excluded,
    tags: ACCESSIBILITY_STANDARDS[standard].tags,
    disabledRules,
    impacts: impactsFrom(leastImpact),
    most: action.baseline === undefined ? MOST_FINDINGS : MOST_KNOWN,
  };
  return await findAccessibilityProblems(context.session, question, context.limits);
}

function findingOf({
  rule,
  impact,
  help,
  helpUrl,
  words,
  locator,
  target,
  remedy,
}: CheckedPage['findings'][number]): AccessibilityFinding {
  return {
    rule,
    ...(impact === undefined ? {} : { impact }),
    help: shortened(help, MOST_TEXT),
    helpUrl,
    element: words,
    ...(locator === undefined ? {} : { locator }),
    target: shortened(target.flat().join(' '), MOST_TEXT),
    ...(remedy === '' ? {} : { remedy: shortened(remedy, MOST_TEXT) }),
  };
}

interface FailedCheck {
  page: CheckedPage;
  findings: readonly AccessibilityFinding[];
  action: ActionOf<'checkAccessibility'>;
  baseline: FindingsBaseline | undefined;
  gone?: readonly KnownWords[];
}

interface KnownWords {
  rule: string;
  element: string;
}

function failedBy(count: number, { page: { url }, findings, action, baseline, gone }: FailedCheck): Performed {
  const { standard = DEFAULT_STANDARD } = action;
  const { label } = ACCESSIBILITY_STANDARDS[standard];
  const problems = count === 1 ? '1 accessibility problem' : `${count} accessibility problems`;
  const isNew = baseline !== undefined && gone !== undefined;
  const head = [`${url} has ${problems}${isNew ? ` that ${baseline.path} does not know` : ''} (${label}).`];
  if (baseline !== undefined && gone === undefined)
    head.push(
      `There is no ${baseline.path} yet: a run with --update-screenshots (runTest: updateScreenshots) keeps what it finds as known.`,
    );
  const end = isNew && gone.length > 0 ? [goneWords(gone, baseline.path)] : [];
  const error = {
    message: [...head, ...findingLines(findings, count), ...end].join('\n'),
    headline: [...head, ...end].join('\n'),
    findings: findings.slice(0, MOST_FINDINGS).map(each => ({ ...each })),
  };
  return { state: 'failed', error, isMissing: false };
}

/** So that the list can become shorter. */
function goneWords(gone: readonly KnownWords[], path: string): string {
  const named = gone.slice(0, MOST_GONE).map(({ rule, element }) => `${rule} of ${shortened(element, 200)}`);
  const more = gone.length > named.length ? ` and ${gone.length - named.length} more` : '';
  const subject = gone.length === 1 ? '1 finding' : `${gone.length} findings`;
  return `${subject} of ${path} ${gone.length === 1 ? 'is' : 'are'} gone: ${named.join('; ')}${more}. A run with --update-screenshots takes ${gone.length === 1 ? 'it' : 'them'} off the list.`;
}
