import type { AccessibilityFinding } from './accessibility-finding.ts';

const MOST_SHOWN = 10;

/** A finding in a line: how serious, what the rule asks for, where, and where to read of it. */
function findingLine({ rule, impact, help, helpUrl, element, locator, target }: AccessibilityFinding): string {
  const where = [element, locator ?? target].filter(text => text !== '').join(', ');
  return `${impact === undefined ? '' : `${impact}: `}${help} (${rule}): ${where} – ${helpUrl}`;
}

/** One line a finding; of more than a few it says how many there are besides. */
export function findingLines(findings: readonly AccessibilityFinding[], count: number): string[] {
  const shown = findings.slice(0, MOST_SHOWN).map((finding, at) => `${at + 1}. ${findingLine(finding)}`);
  return count > shown.length ? [...shown, `… and ${count - shown.length} more`] : shown;
}
