import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator } from '@cucumber/messages';
import { timed } from '../support/api-client.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { largeModules, PROJECT_ID, writeProject } from '../support/write-project.mjs';

const FILES = 1_000;
const SCENARIOS_PER_FILE = 10;
/** With the one that opens the application, eight steps. */
const STEPS = [
  (file, at) => `When customer ${file * SCENARIOS_PER_FILE + at} signs in`,
  (_, at) => `And ${at} things are put into the basket`,
  file => `And the basket of shop ${file % 7} is opened`,
  () => 'And the way of shipping is "Parcel, insured"',
  () => 'Then the total is right',
  (_, at) => `And the order stands in line ${at}`,
  () => 'But nothing has been paid yet',
];

const scenario = (file, at) =>
  [`  @SHOP-${file * SCENARIOS_PER_FILE + at}`, `  Scenario: Order ${at} of ${file}`, '    Given the shop is open']
    .concat(STEPS.map(step => `    ${step(file, at)}`))
    .join('\n');

const featureText = file =>
  [`@orders\nFeature: Orders ${file}\n  What customers of shop ${file} do.`]
    .concat(Array.from({ length: SCENARIOS_PER_FILE }, (_, at) => scenario(file, at)))
    .join('\n\n');

const TEXTS = Array.from({ length: FILES }, (_, file) => `${featureText(file)}\n`);

async function writeFeatures(workspace) {
  const folder = path.join(workspace, PROJECT_ID, 'versions', 'main', 'features');
  await mkdir(folder, { recursive: true });
  for (const [file, text] of TEXTS.entries()) await writeFile(path.join(folder, `orders-${file}.feature`), text);
}

/** The parser alone, in a process that is warm. */
function parseAll() {
  for (const text of TEXTS)
    new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher()).parse(text);
}

/** A new project with that many features: the first listing parses all and gives them codes. */
export const features = {
  title: 'Parse and link 1,000 features of 10 scenarios of 8 steps',
  async measure({ rounds }) {
    const values = {
      'parser alone': [],
      'open the project': [],
      'first listing': [],
      'listing again': [],
      linkStep: [],
    };
    parseAll();
    for (let round = 0; round < rounds; round += 1) {
      const workspace = await temporaryWorkspace();
      await writeProject(workspace.folder, largeModules(1, 10));
      await writeFeatures(workspace.folder);
      values['parser alone'].push((await timed(parseAll)).ms);
      const service = await startService(workspace.folder, PROJECT_ID);
      const { client } = service;
      const list = () => client.call('getFeatures', { limit: 10 });
      try {
        values['open the project'].push(service.openMs);
        values['first listing'].push((await timed(list)).ms);
        values['listing again'].push((await timed(list)).ms);
        const link = { text: 'the shop is open', moduleCode: 'm1', testCode: 't1' };
        values.linkStep.push((await timed(() => client.call('linkStep', link))).ms);
      } finally {
        await service.close();
        await workspace.remove();
      }
    }
    return Object.entries(values).map(([what, taken]) => ({ what, unit: 'ms', values: taken }));
  },
};
