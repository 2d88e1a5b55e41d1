/** A feature about the page of shelves: one outline, a scenario of eight steps for each row. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asAction } from './stock-page.mjs';
import { PROJECT_ID, writeProject } from './write-project.mjs';

/** Texts of steps with what they do; the first one opens the page. */
export const STEPS = [
  ['Given the stock is open'],
  ['When the remark "<remark>" is written', { kind: 'fill', target: 'note', value: '<remark>' }],
  ['And the remark is saved', { kind: 'click', target: 'save-note' }],
  ['Then the last remark is "<remark>"', { kind: 'assert', target: 'last-note', value: 'Noted: <remark>' }],
  ['When shelves are searched by their number', { kind: 'fill', target: 'search', value: 'Shelf 20' }],
  ['And the search is started', { kind: 'click', target: 'search-go' }],
  ['Then two shelves are found', { kind: 'assert', target: 'found', value: '2 shelves' }],
  ['And the page is still that of the stock', { kind: 'assert', target: 'heading', value: 'Stock' }],
];

export const remarkOf = row => `remark ${row}`;

export const featureText = count =>
  ['Feature: Stock', '  Scenario Outline: Remarks', ...STEPS.map(([text]) => `    ${text}`)]
    .concat(
      '    Examples:',
      '      | remark |',
      Array.from({ length: count }, (_, row) => `      | ${remarkOf(row)} |`),
    )
    .join('\n');

/** A test of one action for each step. */
const storedTests = () =>
  STEPS.map(([name, work], at) => {
    const action = work === undefined ? { type: 'visit', url: '/' } : asAction(work);
    const withParameter = JSON.parse(JSON.stringify(action).replaceAll('<remark>', '{{ remark }}'));
    return {
      testCode: `t${at + 1}`,
      name,
      type: 'web',
      parameters: [{ name: 'remark', default: '' }],
      actions: [{ actionId: `a${at + 1}`, ...withParameter }],
    };
  });

/** A project with the feature and its steps linked; `url` is where the page is. */
export async function writeScenarios(workspace, url, count) {
  await writeProject(workspace, [{ moduleCode: 'm1', name: 'Stock', rank: 1, tests: storedTests() }], url);
  const version = path.join(workspace, PROJECT_ID, 'versions', 'main');
  await mkdir(path.join(version, 'features'));
  await writeFile(path.join(version, 'features', 'stock.feature'), `${featureText(count)}\n`);
  const links = STEPS.map(([text], at) => ({
    text: text.replace(/^\w+ /, ''),
    testCode: `t${at + 1}`,
  }));
  await writeFile(path.join(version, 'links.json'), `${JSON.stringify({ format: 1, links })}\n`);
}
