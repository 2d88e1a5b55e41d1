/** Checks of accessibility as code for Playwright, where axe-core has a package of its own. */
import { ACCESSIBILITY_STANDARDS, DEFAULT_STANDARD, impactsFrom } from '../../model/actions/accessibility-rules.ts';
import type { ActionOf } from '../../model/actions/index.ts';
import { parseLocator } from '../../model/locator/parse-locator.ts';
import { type CodeValues, type NameScope, pageIn, quoted } from './code-values.ts';

type CheckAction = ActionOf<'checkAccessibility'>;

interface CheckSurroundings {
  values: CodeValues;
  scope: NameScope;
  unique(name: string): string;
}

/** The builder takes CSS selectors alone: other elements get an attribute by which it finds them. */
interface NamedParts {
  selectors: string[];
  marks: string[];
}

export function accessibilityLines(action: CheckAction, around: CheckSurroundings): string[] {
  const { standard = DEFAULT_STANDARD, locator, exclude = [], disabledRules, leastImpact, baseline } = action;
  const { needs } = around.values;
  needs.axe = true;
  if (baseline !== undefined)
    needs.notes.add(`The known findings in files/baselines/${baseline} are not in the code: its checks fail for them.`);
  const included = partsOf(locator === undefined ? [] : [locator], 'checked', around);
  const excluded = partsOf(exclude, 'left-out', around);
  const result = around.unique('accessibility');
  const page = pageIn(around);
  const chain = [
    `.withTags([${ACCESSIBILITY_STANDARDS[standard].tags.map(quoted).join(', ')}])`,
    ...included.selectors.map(selector => `.include(${quoted(selector)})`),
    ...excluded.selectors.map(selector => `.exclude(${quoted(selector)})`),
    ...(disabledRules === undefined ? [] : [`.disableRules([${disabledRules.map(quoted).join(', ')}])`]),
  ];
  const expect = action.onFailure === 'continue' ? 'expect.soft' : 'expect';
  return [
    ...included.marks,
    ...excluded.marks,
    `const ${result} = await new AxeBuilder(${page === 'page' ? '{ page }' : `{ page: ${page} }`})${chain.join('')}.analyze();`,
    `${expect}(${result}.violations${ofImpact(leastImpact)}).toEqual([]);`,
  ];
}

function ofImpact(least: CheckAction['leastImpact']): string {
  if (least === undefined || least === 'minor') return '';
  return `.filter(({ impact }) => [${impactsFrom(least).map(quoted).join(', ')}].includes(impact ?? 'critical'))`;
}

function partsOf(locators: readonly string[], mark: string, { values, scope, unique }: CheckSurroundings): NamedParts {
  const parts: NamedParts = { selectors: [], marks: [] };
  for (const text of locators) {
    const { steps } = parseLocator(text);
    const [only] = steps;
    const css = steps.length === 1 && only?.kind === 'selector' ? plainCss(only.selector) : undefined;
    if (css !== undefined) {
      parts.selectors.push(css);
      continue;
    }
    if (steps.some(({ kind }) => kind === 'contentFrame' || kind === 'anyFrame')) {
      values.needs.notes.add(`A check of accessibility cannot name ${text}, which is in a frame.`);
      continue;
    }
    const attribute = `data-${unique(mark)}`;
    parts.marks.push(
      `await ${values.locator(text, scope)}.evaluateAll(all => all.forEach(each => each.setAttribute(${quoted(attribute)}, '')));`,
    );
    parts.selectors.push(`[${attribute}]`);
  }
  return parts;
}

/** Undefined for other engines, and for what only Playwright's own CSS has. */
function plainCss(selector: string): string | undefined {
  const css = selector.replace(/^css=/, '');
  const isOther = /^(?:\/\/|\.\.|[\w-]+=)|>>|\{\{|:(?:has-text|text|text-is|visible|nth-match|right-of|left-of)\b/.test(
    css,
  );
  return isOther ? undefined : css;
}
