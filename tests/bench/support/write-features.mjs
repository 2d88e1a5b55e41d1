import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT_ID } from './write-project.mjs';

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

/** 1,000 features of ten scenarios of eight steps. */
export const TEXTS = Array.from({ length: FILES }, (_, file) => `${featureText(file)}\n`);

export async function writeFeatures(workspace) {
  const folder = path.join(workspace, PROJECT_ID, 'versions', 'main', 'features');
  await mkdir(folder, { recursive: true });
  for (const [file, text] of TEXTS.entries()) await writeFile(path.join(folder, `orders-${file}.feature`), text);
}
