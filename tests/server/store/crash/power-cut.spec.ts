// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SyncCall } from '../../../support/power-cut-file-system.ts';
import { ChosenEdits, type Edit, listedEdits } from './chosen-edits.ts';
import { type Places, preparePlaces, type Skips, tryEdits } from './power-cut-edits.ts';

const EDITS = Number(process.env.STEPLOOM_POWER_CUT_EDITS ?? 30);
const OPENS_EVERY = 10;

let places: Places;
beforeAll(async () => {
  places = await preparePlaces();
});
afterAll(() => places[Symbol.asyncDispose]());

it('a power cut loses no answered edit, no code and no key, whenever it comes', { timeout: 1_800_000 }, async () => {
  const seed = Number(process.env.STEPLOOM_SEED ?? 1);
  const { states, loss } = await tryEdits(places, new ChosenEdits({ seed, edits: EDITS }), { opensEvery: OPENS_EVERY });
  expect(loss, `seed ${seed}`).toBeUndefined();
  expect(states).toBeGreaterThan(10 * EDITS);
});

const secretsOf = (value: string) => ({ name: `of ${value}`, items: [{ name: 'password', kind: 'secret', value }] });

const ONE_FILE: Edit[] = [
  { tool: 'createModule', args: { name: 'A' } },
  { tool: 'createTest', args: { moduleCode: 'm1', name: 'One' } },
];
const SEVERAL_FILES: Edit[] = [
  { tool: 'createModule', args: { name: 'Below', parentModule: 'm1' } },
  { tool: 'deleteModule', args: { moduleCode: 'm1', force: true } },
];
const LAST_ONE_DELETED: Edit[] = [
  { tool: 'createModule', args: { name: 'A' } },
  { tool: 'deleteModule', args: { moduleCode: 'm2' } },
];
const NEW_FOLDER: Edit[] = [{ tool: 'createVersion', args: { name: 'Next' } }];
const SECRETS: Edit[] = [
  { tool: 'createEnvironment', args: secretsOf('first-Secret') },
  { tool: 'editEnvironment', args: { environmentCode: 'e1', ...secretsOf('second-Secret') } },
];
const TOKENS: Edit[] = [
  { tool: 'createToken', args: { name: 'ci', access: 'read' } },
  { tool: 'revokeToken', args: { token: 'ci' } },
];
const PASSWORD: Edit[] = [{ tool: 'setProjectPassword', args: { password: 'long grass by the river' } }];
const KEYED: Edit[] = ['first', 'second'].map(name => ({
  tool: 'createTest',
  args: { moduleCode: 'm1', name, idempotencyKey: name },
}));

const SAME_FILE_AGAIN: Edit[] = [
  ...KEYED.slice(0, 1),
  { tool: 'createTest', args: { moduleCode: 'm1', name: 'Next' } },
];

const isIn = ({ path }: SyncCall, folder: string) => path.includes(`/shop/${folder}`);
const ofProject = (call: SyncCall) => !isIn(call, '.steploom');
const isJournal = (call: SyncCall) => isIn(call, '.steploom/journal');
const hasRecord = ({ path, has }: SyncCall) => has(`${path.replace(/\/shop.*/, '/shop')}/.steploom/journal/record`);
const fileWith = (text: string) => (call: SyncCall) => !isJournal(call) && call.text.includes(text);

describe('every flush is needed', () => {
  it.each<[string, readonly Edit[], NonNullable<Skips>]>([
    ['a project file', ONE_FILE, call => !call.isDirectory && ofProject(call)],
    ['the name of a project file', ONE_FILE, call => call.isDirectory && ofProject(call)],
    ['several project files', NEW_FOLDER, call => !call.isDirectory && ofProject(call)],
    ['the names of several files', SEVERAL_FILES, call => call.isDirectory && ofProject(call) && hasRecord(call)],
    ['the journal', SEVERAL_FILES, call => !call.isDirectory && isJournal(call)],
    ['the name of the journal', SEVERAL_FILES, call => call.isDirectory && isJournal(call) && hasRecord(call)],
    ['the end of the journal', SAME_FILE_AGAIN, call => call.isDirectory && isJournal(call) && !hasRecord(call)],
    ['a new folder', NEW_FOLDER, call => call.madeDirectory && ofProject(call)],
    ['secrets that wait for their edit', SECRETS, fileWith('"staged"')],
    ['secrets that count', SECRETS, call => fileWith('"secrets"')(call) && !call.text.includes('"staged"')],
    ['the mark that makes secrets count', SECRETS, call => !isJournal(call) && /"edit": "[^"]+"\n\}/.test(call.text)],
    ['the names of secrets', SECRETS, call => call.isDirectory && call.path.endsWith('/.steploom')],
    ['tokens', TOKENS, fileWith('"enabled"')],
    ['the names of tokens', TOKENS, call => call.isDirectory && call.path.endsWith('/.steploom')],
    ['the password', PASSWORD, fileWith('"scrypt"')],
    ['the codes that were given', LAST_ONE_DELETED, fileWith('"versions"')],
    ['the name of the codes that were given', LAST_ONE_DELETED, call => call.path.endsWith('/.steploom')],
    ['keys', KEYED, fileWith('"calls"')],
    ['the names of keys', KEYED, call => call.isDirectory && call.path.endsWith('/calls')],
  ])('a power cut loses data without the flush of %s', async (_, edits, skipsSync) => {
    expect((await tryEdits(places, listedEdits(edits))).loss).toBeUndefined();
    expect((await tryEdits(places, listedEdits(edits), { skipsSync })).loss).toBeDefined();
  });
});
