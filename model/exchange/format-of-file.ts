/** What a file of another tool holds, told from its name and content. */

/** Beyond this, content says nothing new. */
const MOST_READ = 50_000;

type ToldFormat =
  | 'chrome-recorder'
  | 'selenium-side'
  | 'playwright-codegen'
  | 'playwright-python'
  | 'playwright-java'
  | 'playwright-csharp'
  | 'cypress'
  | 'puppeteer'
  | 'json'
  | 'feature';

const BY_ENDING: readonly (readonly [RegExp, ToldFormat])[] = [
  [/\.feature$/i, 'feature'],
  [/\.side$/i, 'selenium-side'],
  [/\.py$/i, 'playwright-python'],
  [/\.java$/i, 'playwright-java'],
  [/\.cs$/i, 'playwright-csharp'],
  [/\.cy\.[cm]?[jt]sx?$/i, 'cypress'],
];

const CODE = /\.[cm]?[jt]sx?$/i;

const BY_CONTENT: readonly (readonly [RegExp, ToldFormat])[] = [
  [/^[ \t]*(?:from|import) playwright\b|^[ \t]*(?:async )?def \w+\(|\bpage\.get_by_\w+\(/m, 'playwright-python'],
  [/^[ \t]*using Microsoft\.Playwright|\bawait \w+\.\w+Async\(|\)\.\w+Async\(/m, 'playwright-csharp'],
  [
    /^[ \t]*import (?:static )?com\.microsoft\.playwright|\bnew (?:Page|Locator)\.\w+Options\(|\bAriaRole\.[A-Z]+\b/m,
    'playwright-java',
  ],
  [/['"]@playwright\/test['"]/, 'playwright-codegen'],
  [/(?:from|require\(|import)\s{0,20}['"]puppeteer(?:-core)?['"]|\bpuppeteer\.(?:Locator|launch)\b/, 'puppeteer'],
  [/(?:^|[^\w.])cy\s{0,20}\.\s{0,20}\w+\(|\bCypress\.\w/, 'cypress'],
];

const fitting = (table: typeof BY_CONTENT, text: string): ToldFormat | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

function jsonFormat(text: string): ToldFormat {
  const names = topNames(text);
  if (names.includes('steps')) return 'chrome-recorder';
  return names.includes('suites') ? 'selenium-side' : 'json';
}

function topNames(text: string): string[] {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? Object.keys(json) : [];
  } catch {
    return [];
  }
}

/**
 * The format of a file, by its path and what it holds; an empty name leaves the content to say it.
 * Undefined where neither is known.
 */
export function formatOfFile(name: string, text: string): ToldFormat | undefined {
  const path = name.replaceAll('\\', '/');
  const byEnding = fitting(BY_ENDING, path);
  if (byEnding !== undefined) return byEnding;
  if (/\.json$/i.test(path)) return jsonFormat(text);
  if (!CODE.test(path) && path !== '' && path !== '-') return undefined;
  if (!CODE.test(path) && /^\s*\{\s*(?:["}]|$)/.test(text.slice(0, MOST_READ))) return jsonFormat(text);
  const told = fitting(BY_CONTENT, text.slice(0, MOST_READ));
  if (told !== undefined) return told;
  return CODE.test(path) ? codeFormat(path) : undefined;
}

const codeFormat = (path: string): ToldFormat =>
  /(?:^|\/)cypress\/(?:e2e|integration|support)\//.test(path) ? 'cypress' : 'playwright-codegen';

/** Languages and tools that no format reads. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(?:!doctype|html|head|body|table)\b/i, 'HTML'],
  [/^\*{3} ?(?:Settings|Test Cases|Keywords|Variables) ?\*{3}/im, 'Robot Framework'],
  [/^[ \t]*(?:Feature|Scenario(?: Outline)?|Background):/m, 'a feature in Gherkin, which “importFeatures” reads'],
  [/^[ \t]*(?:(?:private|internal|override|suspend) )?fun [\w` ]{1,100}\(/m, 'Kotlin'],
  [/^[ \t]*require ['"][\w/-]+['"]$|^[ \t]*(?:describe|context|it|feature|scenario)\b[^\n]{0,200}\bdo$/m, 'Ruby'],
  [/\bimport \{[^}]{0,200}\bSelector\b[^}]{0,200}\} from ['"]testcafe['"]|^[ \t]*fixture[ (`]/m, 'TestCafe'],
  [
    /['"]@wdio\/\w+|\bbrowser\.url\(|\$\$?\(['"][^'"\n]{0,200}['"]\)\.(?:click|setValue|waitForDisplayed)\(/,
    'WebdriverIO',
  ],
];

/** What a text looks like: a format that is read, or a language that is not. */
export function looksLike(text: string): { format: ToldFormat } | { language: string } | undefined {
  const head = text.slice(0, MOST_READ);
  const language = FOREIGN.find(([pattern]) => pattern.test(head))?.[1];
  if (language !== undefined) return { language };
  const format = formatOfFile('', text);
  return format === undefined ? undefined : { format };
}
