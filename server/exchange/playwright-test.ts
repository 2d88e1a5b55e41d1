import type { Action } from '../../model/actions/index.ts';
import type { Test } from '../../model/project/test.ts';
import { nearestBrowser } from '../../model/project/test-browser.ts';
import {
  type ActorsInCode,
  actorNotes,
  actorsInCode,
  actorsNamedIn,
  camelCase,
  closingLines,
  openingLines,
  pagesGiven,
  pagesOf,
  pagesToGive,
} from './code-actors.ts';
import { statementsOf } from './code-blocks.ts';
import { browserOptions } from './code-emulate.ts';
import { EXCHANGE_OF } from './code-expect-request.ts';
import { computeLines, functionImports } from './code-functions.ts';
import { type CodeContext, call, indented, type PluggedFunction } from './code-parts.ts';
import { TAB_OF, usesTabs } from './code-tabs.ts';
import { CodeValues, member, type NameScope, type Needs, propertyName, quoted } from './code-values.ts';
import type { Export, ExportedTest, Exporter } from './exported-test.ts';

interface CodeFile {
  exported: ExportedTest;
  values: CodeValues;
  needs: Needs;
  /** By code, in the order in which they are needed; a function is named before it is written. */
  functions: Map<string, PluggedFunction & { lines: string[] }>;
  /** For the pages of actors. */
  variables: ReadonlySet<string>;
}

function closureOf({ test, testOf }: Pick<ExportedTest, 'test' | 'testOf'>): Test[] {
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
  const tests = closureOf(exported);
  const actions = tests.flatMap(test => test.actions);
  const needs: Needs = {
    compute: false,
    functions: new Set(),
    environment: new Set(),
    data: false,
    clocks: new Map(),
    devices: false,
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
  const variables = new Set(actorsInCode(tests).others.flatMap(({ page, context }) => [page, context]));
  return { exported, needs, values: new CodeValues(needs, known), functions: new Map(), variables };
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
  if (test.role !== undefined)
    file.needs.notes.add(`The role “${test.role}” is not signed in: use storageState of Playwright.`);
  return statementsOf(test.actions, contextIn(file, scope));
}

const contextIn = (file: CodeFile, scope: NameScope): CodeContext => ({
  values: file.values,
  scope,
  unique: uniqueNames(),
  functionOf: code => functionOf(file, code),
  downloads: new Map(),
});

const RESERVED =
  /^(?:test|expect|page|vars|env|data|given|compute|tabOf|covers|exchangeOf|context|browser|devices|following|used|if|else|for|while|do|new|delete|return|function|class|import|export|default|switch|case|try|catch|in|of|let|const|var|this|void|with|yield|await|async|enum|null|true|false|typeof|throw|break|continue|super)$/;

function functionOf(file: CodeFile, code: string): PluggedFunction | undefined {
  const known = file.functions.get(code);
  if (known !== undefined) return known;
  const test = file.exported.testOf(code);
  if (test === undefined) return undefined;
  const plain = camelCase(test.name, 'plugged');
  const isTaken =
    RESERVED.test(plain) ||
    file.variables.has(plain) ||
    [...file.functions.values()].some(({ name }) => name === plain);
  const name = isTaken ? `${plain}${code.replace(/\W/g, '')}` : plain;
  const actors = actorsNamedIn(closureOf({ ...file.exported, test }));
  const made = { name, actors, lines: [''] };
  file.functions.set(code, made);
  const names = new Map((test.parameters ?? []).map(parameter => [parameter.name, member('given', parameter.name)]));
  const defaults = (test.parameters ?? []).map(
    parameter => `${propertyName(parameter.name)}: ${file.values.text(parameter.default ?? '', { names: new Map() })}`,
  );
  const { tabs } = file.needs;
  const pages = pagesGiven(actors);
  const body = bodyOf(file, test, { names, actors: pages.actors });
  made.lines = [
    `/** ${test.name.replaceAll('*/', '* /')} */`,
    `async function ${name}(page: Page, vars: Record<string, any>, values: Record<string, any> = {}${pages.parameter})${tabs ? ': Promise<Page>' : ''} {`,
    ...(defaults.length === 0 ? [] : [`  const given: Record<string, any> = { ${defaults.join(', ')}, ...values };`]),
    ...indented(body),
    ...(tabs ? ['  return page;'] : []),
    '}',
    '',
  ];
  return made;
}

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

interface CodeOfTest {
  names: NameScope['names'];
  actors: ActorsInCode;
  body?: string[];
}

function testLines(file: CodeFile, title: string, { names, actors, body }: CodeOfTest): string[] {
  const { test } = file.exported;
  const lines = body ?? bodyOf(file, test, { names, actors: pagesOf(actors) });
  const { tabs, variables } = file.needs;
  return [
    `test(${title}, ${tagsOf(test)}async (${fixturesFor(file, actors)}) => {`,
    ...(tabs ? ['  let page = first;'] : []),
    ...(variables ? ['  const vars: Record<string, any> = {};'] : []),
    ...indented(inWindows(file, actors, lines)),
    '});',
  ];
}

const fixturesFor = ({ needs }: Pick<CodeFile, 'needs'>, { others }: ActorsInCode): string =>
  `{ page${needs.tabs ? ': first' : ''}${others.length === 0 ? '' : ', browser'} }`;

function inWindows({ needs }: CodeFile, actors: ActorsInCode, lines: readonly string[]): string[] {
  for (const note of actorNotes(actors)) needs.notes.add(note);
  if (actors.others.some(({ device }) => device !== undefined)) needs.devices = true;
  return [...openingLines(actors, needs), ...lines, ...closingLines(actors)];
}

function ownNames({ exported, values }: CodeFile, row?: string): NameScope['names'] {
  const { test, rows } = exported;
  const parameters = (test.parameters ?? []).map(
    ({ name, default: text = '' }) => [name, values.text(text, { names: new Map() })] as const,
  );
  const columns =
    row === undefined ? [] : [...new Set(rows.flatMap(Object.keys))].map(name => [name, member(row, name)] as const);
  return new Map([
    ...columns,
    ...parameters.filter(([name]) => row === undefined || !columns.some(([column]) => column === name)),
  ]);
}

export const exportPlaywrightTest: Exporter = exported => {
  const file = codeFile(exported);
  const { test, rows, appUrl } = exported;
  const title = quoted(test.name);
  const actors = actorsInCode(closureOf(exported));
  let tests: string[];
  if (test.type === 'suite') tests = suiteLines(file);
  else if (rows.length > 1) {
    const list = rows.map(row => `  ${JSON.stringify(row)},`);
    const each = testLines(file, `\`${test.name.replace(/[`\\]|\$\{/g, '\\$&')}, row \${index + 1}\``, {
      names: ownNames(file, 'row'),
      actors,
    });
    tests = ['for (const [index, row] of [', ...list, '].entries()) {', ...indented(each), '}'];
  } else {
    const [row] = rows;
    const names = new Map([
      ...ownNames(file),
      ...Object.entries(row ?? {}).map(
        ([name, cell]) => [name, typeof cell === 'string' ? quoted(cell) : String(cell)] as const,
      ),
    ]);
    tests = testLines(file, title, { names, actors });
  }
  const { first } = actors;
  const browser = browserOptions(nearestBrowser(test.browser ?? {}, { device: first?.device }));
  for (const name of browser.leftOut)
    file.needs.notes.add(`The ${name} of the browser is missing, since each data row says its own.`);
  const base = appUrl === '' ? [] : [`baseURL: process.env.BASE_URL ?? ${quoted(appUrl)}`, 'actionTimeout: 10_000'];
  const used = [...base, ...browser.options];
  const settings = used.length === 0 ? [] : [`test.use({ ${used.join(', ')} });`, ''];
  const isOfDevice = file.needs.devices || (first?.device ?? test.browser?.device) !== undefined;
  const names = !isOfDevice ? 'expect, test' : 'devices, expect, test';
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
    if (plugged === undefined) return [];
    const actors = actorsInCode(closureOf({ test: plugged, testOf }));
    const body = statementsOf([action], contextIn(file, { names: new Map(), actors: pagesOf(actors) }));
    const title = quoted(`${plugged.name} (${action.test})`);
    return ['', ...testLines(file, title, { names: new Map(), actors, body })];
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
  const { name, actors: asked } = functionOf(file, test.testCode) ?? { name: 'perform', actors: [] };
  const actors = actorsInCode(closureOf(exported));
  const pages = pagesToGive(asked, { scope: { names: new Map(), actors: pagesOf(actors) } });
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
    const nothing = pages === '' ? '' : '{}';
    const named = values.length === 0 ? nothing : `{ ${values.join(', ')} }`;
    const fixtures = `{ page${actors.others.length === 0 ? '' : ', browser'} }`;
    return [
      '',
      `Given(${quoted(pattern)}, async (${[fixtures, ...args].join(', ')}) => {`,
      ...indented(inWindows(file, actors, [`await ${call(name, 'page', '{}', named, pages)};`])),
      '});',
    ];
  });
  const imports = [
    `import { ${file.needs.devices ? 'devices, ' : ''}expect, test } from '@playwright/test';`,
    "import { createBdd } from 'playwright-bdd';",
  ];
  const head = headOf(file, imports);
  return finished(file, [...head, 'const { Given } = createBdd();', ...definitions], 'steps.ts');
};
