import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { featureFileName, withFeatureName } from '../../model/feature/feature-files.ts';
import { changeFeatures, type FeatureChanges } from '../feature-sync/change-features.ts';
import type { CodedFeature } from '../feature-sync/feature-catalog.ts';
import { findFeature } from '../feature-sync/find-feature.ts';
import { codedFeatures } from '../feature-sync/keep-codes.ts';
import { readFeatures } from '../feature-sync/read-features.ts';
import { featureFile } from '../store/edits/stored.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { checkRevision, featureRecord } from './define/revision.ts';
import { versionOf } from './define/version.ts';
import { FeatureView, featureView } from './features/feature-views.ts';

const defineTool = toolsOf('features');

const Word = z.string().min(1).max(1_000).describe('Its code, path or name, e.g. f1');
const FeatureName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\r\n]*$/, 'It is one line.');
const Text = z.string().max(1_000_000).describe('The whole feature file, in Gherkin');
const File = z.string().min(1).max(500).describe('Path below features/; default: after its name');
const Reply = z.strictObject({ feature: FeatureView });

const NEW_FEATURE = (name: string): string => `Feature: ${name}\n`;

async function parsed(text: string, file: string) {
  const source = featureFile(file, text);
  const [read] = await readFeatures([source]);
  if (read?.parsed.feature !== undefined) return { source, feature: read.parsed.feature };
  const [{ line, message } = { line: 1, message: 'It cannot be read.' }] = read?.parsed.faults ?? [];
  const place = line === undefined ? '' : `line ${line}: `;
  throw new AppError('invalid-params', `"text": ${place}${message}`, {
    field: 'text',
    facts: { errors: read?.parsed.faults ?? [] },
  });
}

export const createFeature = defineTool({
  name: 'createFeature',
  scope: 'write',
  title: 'Create a feature',
  summary: 'Create a feature of the project itself, from its text or, for an empty one, from a name.',
  input: { text: Text.optional(), name: FeatureName.optional().describe('Of an empty feature'), file: File.optional() },
  output: Reply,
  errors: ['name-taken', 'busy'],
  examples: [{ text: 'Feature: Basket\n\n  Scenario: Empty\n    Then the basket is empty\n' }, { name: 'Basket' }],
  async run({ versionId, text: given, name, file }, context) {
    if ((given === undefined) === (name === undefined))
      throw new AppError('invalid-params', 'Give either "text", or "name" for an empty feature.', { field: 'text' });
    const text = given ?? NEW_FEATURE(name ?? '');
    const { feature } = await parsed(text, 'new.feature');
    const { result: place } = await changeFeatures(context.project.store, {
      content: versionOf(context, versionId),
      actor: context.actor,
      plan: (_content, catalog) => {
        const isTaken = (each: string) => catalog.some(({ source }) => source.file === each);
        const result = featureFileName(file ?? feature.name, each => file === undefined && isTaken(each));
        if (isTaken(result)) throw taken(result);
        const source = featureFile(result, text);
        return {
          result,
          title: 'createFeature',
          changes: { written: [{ source, entry: undefined, origin: 'local' }] },
        };
      },
    });
    return await reply(context, versionId, place);
  },
});

const taken = (file: string): AppError =>
  new AppError('name-taken', `There is a feature at features/${file} already.`, { field: 'file', next: 'getFeatures' });

async function reply(context: ToolContext, versionId: string | undefined, file: string) {
  const { content, catalog } = await codedFeatures(context.project.store, versionOf(context, versionId));
  const { keyPrefix } = context.project.store.content.project.integration ?? {};
  const found = findFeature(catalog, file);
  return { feature: featureView({ content, keyPrefix }, found, { scenarios: found.scenarios }) };
}

export const editFeature = defineTool({
  name: 'editFeature',
  scope: 'write',
  title: 'Edit a feature',
  summary: 'Change the text of a feature, its name, path or source. Those that come from a server are edited there.',
  input: {
    feature: Word,
    text: Text.optional(),
    name: FeatureName.optional().describe('Written into its text'),
    file: File.optional(),
    source: z.literal('local').optional().describe("Keep one that its server no longer has as the project's own"),
    ifRevision: z.string().max(100).optional().describe('Refused when the feature has another revision by now'),
  },
  output: Reply,
  errors: ['not-found', 'read-only', 'conflict', 'name-taken', 'busy'],
  examples: [{ feature: 'f1', text: 'Feature: Basket\n\n  Scenario: Empty\n    Then the basket is empty\n' }],
  async run({ versionId, feature: word, text, name, file, ifRevision }, context) {
    const { result: place } = await changeFeatures(context.project.store, {
      content: versionOf(context, versionId),
      actor: context.actor,
      plan: async (content, catalog) => {
        const found = findFeature(catalog, word);
        refuseForeign(found, 'edited');
        checkRevision(context, featureRecord(content, found), ifRevision);
        const result = file === undefined ? found.source.file : featureFileName(file, () => false);
        if (catalog.some(other => other !== found && other.source.file === result)) throw taken(result);
        const written = await parsed(text ?? found.source.text, result);
        const { source } =
          name === undefined ? written : await parsed(withFeatureName(written.source.text, name), result);
        const changes: FeatureChanges = { written: [{ source, entry: found.entry, origin: 'local' }] };
        return { result, title: `editFeature ${found.entry.featureCode}`, changes };
      },
    });
    return await reply(context, versionId, place);
  },
});

/** A feature of a server is edited there; one that the server has removed belongs to the project. */
function refuseForeign({ entry }: CodedFeature, verb: string): void {
  if (entry.source === 'local' || entry.removed) return;
  throw new AppError(
    'read-only',
    `Feature ${entry.featureCode} (${entry.name}) comes from the feature server and is ${verb} there; createFeature makes a copy of the project's own.`,
    { field: 'feature', next: 'createFeature' },
  );
}

export const deleteFeature = defineTool({
  name: 'deleteFeature',
  scope: 'write',
  title: 'Delete a feature',
  summary:
    'Delete a feature of the project itself, or one that its server no longer has. Links of its steps are kept, in case they come back.',
  input: { feature: Word },
  output: z.strictObject({ deleted: z.array(z.string()) }),
  errors: ['not-found', 'read-only', 'busy'],
  examples: [{ feature: 'f1' }],
  hints: { destructive: true },
  async run({ versionId, feature: word }, context) {
    const { result } = await changeFeatures(context.project.store, {
      content: versionOf(context, versionId),
      actor: context.actor,
      plan: (_content, catalog) => {
        const found = findFeature(catalog, word);
        refuseForeign(found, 'deleted');
        const { featureCode } = found.entry;
        const title = `deleteFeature ${featureCode}`;
        return { result: featureCode, title, changes: { written: [], deleted: [found.entry] } };
      },
    });
    return { deleted: [result] };
  },
});
