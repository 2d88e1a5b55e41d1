import type { Action } from '../../model/actions/index.ts';
import type { Test } from '../../model/project/test.ts';
import { usesTabs } from './code-actions.ts';
import { statementsOf } from './code-blocks.ts';
import { browserOptions } from './code-emulate.ts';
import { EXCHANGE_OF } from './code-expect-request.ts';
import { computeLines, functionImports } from './code-functions.ts';
import { type CodeContext, indented } from './code-parts.ts';
import { CodeValues, member, type NameScope, type Needs, propertyName, quoted } from './code-values.ts';
import type { Export, ExportedTest, Exporter } from './exported-test.ts';

interface CodeFile {
  exported: ExportedTest;
  values: CodeValues;
  needs: Needs;
  /** By code, in the order in which they are needed; a function is named before it is written. */
  functions: Map<string, { name: string; lines: string[] }>;
}

function closureOf({ test, testOf }: ExportedTest): Test[] {
  const found = new Map<string, Test>([[test.testCode, test]]);
  for (const one of found.values())
    for (const action of one.actions) {
      const plugged = action.type === 'plugTest' ? testOf(action.test) : undefined;
      if (plugged !== undefined) found.set(plugged.testCode, plugged);
    }
  return [...found.values()];
}

const variablesOf = (actions: readonly Action[]): string[] =>
  actions.flatMap(action => ('into' in action && typeof action.into === 'string' ? [action.into] : []));

function codeFile(exported: ExportedTest): CodeFile {
  const actions = closureOf(exported).flatMap(test => test.actions);
  const needs: Needs = {
    compute: false,
    functions: new Set(),
    environment: new Set(),
    data: false,
    variables: false,
    tabs: usesTabs(actions),
    covers: false,
    paste: false,
    appUrl: exported.appUrl,
    files: false,
    exchange: false,
    axe: false,
    notes: new Set(),
  };
  const known = {
    environment: new Set(exported.environment.map(({ name }) => name)),
    data: new Set(Object.keys(exported.data)),
    variables: new Set(variablesOf(actions)),
  };
  return { exported, needs, values: new CodeValues(needs, known), functions: new Map() };
}

function uniqueNames(): (name: string) => string {
  const counts = new Map<string, number>();
  return name => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}${count}`;
  };
}

function bodyOf(file: CodeFile, test: Test, scope: NameScope): string[] {
  const context: CodeContext = {
    values: file.values,
    scope,
    unique: uniqueNames(),
    functionOf: code => functionOf(file, code),
  };
  if (test.role !== undefined)
    file.needs.notes.add(`The role “${test.role}” is not signed in: use storageState of Playwright.`);
  return statementsOf(test.actions, context);
}

const camelCase = (name: string): string => {
  const words = name.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word, at) => (at === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1).toLowerCase()))
    .join('');
  return /^[A-Za-z]/.test(joined) ? joined : `plugged${joined}`;
};

const RESERVED =
  /^(?:test|expect|page|vars|env|data|given|compute|tabOf|covers|exchangeOf|context|used|if|else|for|while|do|new|delete|return|function|class|import|export|default|switch|case|try|catch|in|of|let|const|var|this|void|with|yield|await|async|enum|null|true|false|typeof|throw|break|continue|super)$/;

function functionOf(file: CodeFile, code: string): string | undefined {
  const known = file.functions.get(code);
  if (known !== undefined) return known.name;
  const test = file.exported.testOf(code);
  if (test === undefined) return undefined;
  const plain = camelCase(test.name);
  const isTaken = RESERVED.test(plain) || [...file.functions.values()].some(({ name }) => name === plain);
  const name = isTaken ? `${plain}${code.replace(/\W/g, '')}` : plain;
  const made: { name: string; lines: string[] } = { name, lines: [] };
  file.functions.set(code, made);
  const names = new Map((test.parameters ?? []).map(parameter => [parameter.name, member('given', parameter.name)]));
  const defaults = (test.parameters ?? []).map(
    parameter => `${propertyName(parameter.name)}: ${file.values.text(parameter.default ?? '', { names: new Map() })}`,
  );
  const { tabs } = file.needs;
  const body = bodyOf(file, test, { names });
  made.lines = [
    `/** ${test.name.replaceAll('*/', '* /')} */`,
    `async function ${name}(page: Page, vars: Record<string, any>, values: Record<string, any> = {})${tabs ? ': Promise<Page>' : ''} {`,
    ...(defaults.length === 0 ? [] : [`  const given: Record<string, any> = { ${defaults.join(', ')}, ...values };`]),
    ...indented(body),
    ...(tabs ? ['  return page;'] : []),
    '}',
    '',
  ];
  return name;
}

const TAB_OF = [
  '/** Tabs that were the current one, in order: the last that is open comes back when one closes. */',
  'const used: Page[] = [];',
  '',
  '/** A tab that is opened becomes the current one. */',
  'async function following(page: Page, act: () => Promise<void>): Promise<Page> {',
  '  used.push(page);',
  "  const opened = page.waitForEvent('popup', { timeout: 0 }).catch(() => page);",
  '  await act();',
  '  const soon = new Promise<Page>(resolve => setTimeout(resolve, 1_000, page));',
  '  return await Promise.race([opened, soon]);',
  '}',
  '',
  '/** By number, title or address. */',
  'async function tabOf(page: Page, which: string): Promise<Page> {',
  '  used.push(page);',
  '  const pages = page.context().pages();',
  '  if (pages[Number(which)] !== undefined) return pages[Number(which)];',
  '  for (const other of pages) if (other.url().includes(which) || (await other.title()).includes(which)) return other;',
  "  throw new Error('There is no tab ' + which);",
  '}',
  '',
];

const COVERS = [
  '/** Elements to be masked: over parts of a picture, of the page or an element, in px from its top left. */',
  'async function covers(',
  '  page: Page,',
  '  areas: { x: number; y: number; width: number; height: number }[],',
  '  element?: Locator,',
  '): Promise<Locator> {',
  '  // Where it is not there, the assertion says so.',
  '  const box = await element?.scrollIntoViewIfNeeded().then(() => element.boundingBox(), () => null);',
  '  await page.evaluate(([areas, left, top]) => {',
  "    for (const old of document.querySelectorAll('[data-cover]')) old.remove();",
  '    for (const { x, y, width, height } of areas) {',
  "      const cover = document.createElement('div');",
  "      cover.dataset.cover = '';",
  "      const style = { position: 'fixed', 'pointer-events': 'none', left: left + x, top: top + y, width, height };",
  '      for (const [name, value] of Object.entries(style))',
  "        cover.style.setProperty(name, typeof value === 'number' ? value + 'px' : value);",
  '      document.documentElement.append(cover);',
  '    }',
  '  }, [areas, box?.x ?? 0, box?.y ?? 0] as const);',
  "  return page.locator('[data-cover]');",
  '}',
  '',
];

const PASTE = [
  '/** As from the clipboard, which is left alone. */',
  "async function paste(field: Locator, text: string, html = '') {",
  '  await field.focus();',
  '  const isTaken = await field.evaluate((element, [text, html]) => {',
  '    const clipboardData = new DataTransfer();',
  "    clipboardData.setData('text/plain', text);",
  "    if (html !== '') clipboardData.setData('text/html', html);",
  "    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true });",
  "    return !element.dispatchEvent(event) || (html !== '' && document.execCommand('insertHTML', false, html));",
  '  }, [text, html] as const);',
  '  if (!isTaken) await field.page().keyboard.insertText(text);',
  '}',
  '',
];

const typesOf = (needs: Needs, hasFunctions: boolean): string =>
  [
    ...(needs.covers || needs.paste ? ['Locator'] : []),
    ...(hasFunctions || needs.tabs || needs.covers ? ['Page'] : []),
    ...(needs.exchange ? ['Response'] : []),
  ].join(', ');

function headOf({ needs, exported, functions }: CodeFile, imports: readonly string[]): string[] {
  const types = typesOf(needs, functions.size > 0);
  const pageType = types === '' ? [] : [`import type { ${types} } from '@playwright/test';`];
  const { environment, data } = exported;
  const variables = [...needs.environment].map(name => {
    const value = environment.find(item => item.name === name)?.value;
    return `  ${propertyName(name)}: ${member('process.env', name)} ?? ${quoted(value ?? '')},`;
  });
  if (needs.compute) needs.notes.add('Expressions need jsonata: npm install jsonata.');
  if (needs.functions.has('totp')) needs.notes.add('One-time codes need otpauth: npm install otpauth.');
  if (needs.axe)
    needs.notes.add('Checks of accessibility need axe-core for Playwright: npm install @axe-core/playwright.');
  return [
    ...pageType,
    ...imports,
    ...(needs.axe ? ["import { AxeBuilder } from '@axe-core/playwright';"] : []),
    ...(needs.compute ? ["import jsonata from 'jsonata';"] : []),
    ...functionImports(needs.functions),
    ...(needs.files ? ["import { readFile } from 'node:fs/promises';"] : []),
    '',
    ...(variables.length === 0
      ? []
      : [
          '/** Set what differs from environment to environment. */',
          'const env: Record<string, string> = {',
          ...variables,
          '};',
          '',
        ]),
    ...(needs.data ? [`const data: Record<string, any> = ${JSON.stringify(data, null, 2)};`, ''] : []),
    ...(needs.compute ? computeLines(needs.functions) : []),
    ...(needs.tabs ? TAB_OF : []),
    ...(needs.covers ? COVERS : []),
    ...(needs.paste ? PASTE : []),
    ...(needs.exchange ? EXCHANGE_OF : []),
    ...[...functions.values()].reverse().flatMap(({ lines }) => lines),
  ];
}

const tagsOf = ({ tags = [] }: Test): string =>
  tags.length === 0 ? '' : `{ tag: [${tags.map(tag => quoted(tag.startsWith('@') ? tag : `@${tag}`)).join(', ')}] }, `;

function testLines(file: CodeFile, title: string, { names, body }: { names: NameScope; body?: string[] }): string[] {
  const { test } = file.exported;
  const lines = body ?? bodyOf(file, test, names);
  const { tabs, variables } = file.needs;
  const page = tabs ? '{ page: first }' : '{ page }';
  return [
    `test(${title}, ${tagsOf(test)}async (${page}) => {`,
    ...(tabs ? ['  let page = first;'] : []),
    ...(variables ? ['  const vars: Record<string, any> = {};'] : []),
    ...indented(lines),
    '});',
  ];
}

function ownScope({ exported, values }: CodeFile, row?: string): NameScope {
  const { test, rows } = exported;
  const parameters = (test.parameters ?? []).map(
    ({ name, default: text = '' }) => [name, values.text(text, { names: new Map() })] as const,
  );
  const columns =
    row === undefined ? [] : [...new Set(rows.flatMap(Object.keys))].map(name => [name, member(row, name)] as const);
  return {
    names: new Map([
      ...columns,
      ...parameters.filter(([name]) => row === undefined || !columns.some(([column]) => column === name)),
    ]),
  };
}

export const exportPlaywrightTest: Exporter = exported => {
  const file = codeFile(exported);
  const { test, rows, appUrl } = exported;
  const title = quoted(test.name);
  const isSuite = test.type === 'suite';
  let tests: string[];
  if (isSuite) tests = suiteLines(file);
  else if (rows.length > 1) {
    const list = rows.map(row => `  ${JSON.stringify(row)},`);
    const each = testLines(file, `\`${test.name.replace(/[`\\]|\$\{/g, '\\$&')}, row \${index + 1}\``, {
      names: ownScope(file, 'row'),
    });
    tests = ['for (const [index, row] of [', ...list, '].entries()) {', ...indented(each), '}'];
  } else {
    const [row] = rows;
    const scope = ownScope(file);
    const names = new Map([
      ...scope.names,
      ...Object.entries(row ?? {}).map(
        ([name, cell]) => [name, typeof cell === 'string' ? quoted(cell) : String(cell)] as const,
      ),
    ]);
    tests = testLines(file, title, { names: { names } });
  }
  const browser = browserOptions(test.browser);
  for (const name of browser.leftOut)
    file.needs.notes.add(`The ${name} of the browser is missing, since each data row says its own.`);
  const base = appUrl === '' ? [] : [`baseURL: process.env.BASE_URL ?? ${quoted(appUrl)}`, 'actionTimeout: 10_000'];
  const used = [...base, ...browser.options];
  const settings = used.length === 0 ? [] : [`test.use({ ${used.join(', ')} });`, ''];
  const names = test.browser?.device === undefined ? 'expect, test' : 'devices, expect, test';
  const head = headOf(file, [`import { ${names} } from '@playwright/test';`]);
  return finished(file, [...head, ...settings, ...tests], 'spec.ts');
};

function suiteLines(file: CodeFile): string[] {
  const { test, testOf } = file.exported;
  const tests = test.actions.flatMap(action => {
    if (action.type !== 'plugTest' || action.disabled) {
      if (action.type === 'plugScenario' || action.type === 'plugFeature')
        file.needs.notes.add('Scenarios of the suite are missing: export their tests as steps.');
      if (action.type === 'plugTags')
        file.needs.notes.add('What the suite runs by tags is missing: name it as --grep of Playwright.');
      return [];
    }
    const plugged = testOf(action.test);
    const body = statementsOf([action], {
      values: file.values,
      scope: { names: new Map() },
      unique: uniqueNames(),
      functionOf: code => functionOf(file, code),
    });
    return plugged === undefined
      ? []
      : ['', ...testLines(file, quoted(`${plugged.name} (${action.test})`), { names: { names: new Map() }, body })];
  });
  return [`test.describe(${quoted(test.name)}, () => {`, ...indented(tests.slice(1)), '});'];
}

function finished({ needs }: CodeFile, lines: readonly string[], extension: string): Export {
  return {
    text: `${lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trimStart()}\n`,
    extension,
    notes: [...needs.notes],
  };
}

/** Cucumber expressions give these characters a meaning. */
const asExpression = (text: string): string => text.replace(/[\\(){}/]/g, '\\$&');

export const exportPlaywrightBdd: Exporter = exported => {
  const file = codeFile(exported);
  const { test, steps } = exported;
  const name = functionOf(file, test.testCode) ?? 'perform';
  const texts = steps.length > 0 ? steps : [{ text: test.name, parameters: {} }];
  if (steps.length === 0) file.needs.notes.add('No step is linked to the test: its name is taken for one.');
  const definitions = texts.flatMap(({ text, parameters = {} }) => {
    const columns = Object.entries(parameters).filter(([, value]) => /^<.*>$/.test(value) === false);
    const given = columns.map(([parameter, value]) => `${propertyName(parameter)}: ${quoted(value)}`);
    const pattern = text
      .split(/(<[^<>]+>)/)
      .map(part => (/^<[^<>]+>$/.test(part) ? '{}' : asExpression(part)))
      .join('');
    const holes = [...text.matchAll(/<([^<>]+)>/g)].map(([, column = '']) => column);
    const args = holes.map((_, at) => `value${at + 1}: string`);
    const fromHoles = Object.entries(parameters).flatMap(([parameter, value]) => {
      const at = holes.indexOf(/^<(.*)>$/.exec(value)?.[1] ?? value);
      return at < 0 ? [] : [`${propertyName(parameter)}: value${at + 1}`];
    });
    const values = [
      ...given.filter(pair => !fromHoles.some(hole => hole.split(':')[0] === pair.split(':')[0])),
      ...fromHoles,
    ];
    return [
      '',
      `Given(${quoted(pattern)}, async (${['{ page }', ...args].join(', ')}) => {`,
      `  await ${name}(page, {}${values.length === 0 ? '' : `, { ${values.join(', ')} }`});`,
      '});',
    ];
  });
  const imports = ["import { expect, test } from '@playwright/test';", "import { createBdd } from 'playwright-bdd';"];
  const head = headOf(file, imports);
  return finished(file, [...head, 'const { Given } = createBdd();', ...definitions], 'steps.ts');
};
