import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { EnvironmentCode, Name, VariableName } from '../../model/names/codes.ts';
import {
  addEnvironment,
  editEnvironment as changeEnvironment,
  deleteEnvironment as dropEnvironment,
  findEnvironment,
  type SecretWriter,
} from '../../model/project/edits/environments.ts';
import { ENVIRONMENT_ITEM_KINDS, type Environment } from '../../model/project/environment.ts';
import { TestBrowser } from '../../model/project/test-browser.ts';
import type { VersionContent, VersionDraft } from '../../model/project/version-content.ts';
import type { SecretsFile } from '../store/edits/private-file.ts';
import { revisionOf } from '../store/edits/revisions.ts';
import type { Transaction } from '../store/edits/transaction.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';
import { checkRevision, environmentRecord, IfRevision, Revision } from './define/revision.ts';
import { SecretNote, secretNote } from './define/secret-note.ts';
import { editVersion, versionOf } from './define/version.ts';
import { DAMAGE_FIELDS, damageReply } from './project/project-view.ts';
import { refuseBrowserFault } from './tests/test-edits.ts';

const defineTool = toolsOf('environments');

const ItemInput = z.strictObject({
  name: VariableName.describe('Read as env.NAME, secret.NAME or app.NAME'),
  value: z
    .union([z.string().max(100_000), z.number()])
    .optional()
    .describe('A secret without value keeps the stored one'),
  kind: z
    .enum(ENVIRONMENT_ITEM_KINDS)
    .optional()
    .describe('variable (default of a new one), secret, or app: an entry address'),
});
const Items = z.array(ItemInput).max(1_000).describe('[{name, value, kind: variable, secret or app}]');

const BROWSER = 'Browser of its tests, where it differs from that of the project: device, locale, colorScheme …';

const EnvironmentView = z.strictObject({
  environmentCode: EnvironmentCode,
  name: z.string(),
  browser: TestBrowser.optional(),
  items: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(ENVIRONMENT_ITEM_KINDS),
      value: z.string().optional(),
      set: z.boolean().optional().describe('Of a secret: whether a value is stored'),
      note: SecretNote,
    }),
  ),
  revision: Revision,
});

function environmentView(
  versionId: string,
  environment: Environment,
  secrets: SecretsFile,
): z.input<typeof EnvironmentView> {
  const { environmentCode, name, browser } = environment;
  const items = environment.items.map(item => {
    if (item.kind !== 'secret') return item;
    const secret = secrets.ofEnvironment(versionId, environment, item.name);
    return { name: item.name, kind: item.kind, set: secret !== undefined, ...secretNote(secret) };
  });
  return { environmentCode, name, ...(browser && { browser }), items, revision: revisionOf(environment) };
}

const EnvironmentReply = z.strictObject({ environment: EnvironmentView });
const Target = z.union([EnvironmentCode, Name]).describe('Code or name');

const asText = (items: z.output<typeof Items> | undefined) =>
  items?.map(({ name, value, kind }) => ({ name, kind, value: value === undefined ? undefined : String(value) }));

function reply(context: ToolContext, content: VersionContent, codeOrName: string) {
  const environment = findEnvironment(content, codeOrName);
  return environmentView(content.version.versionId, environment, context.project.store.secrets);
}

export const getEnvironments = defineTool({
  name: 'getEnvironments',
  scope: 'read',
  title: 'List environments',
  summary: 'List the environments with their values; of secrets only whether they are set.',
  input: LIST_FIELDS,
  output: z.strictObject({ environments: z.array(EnvironmentView), ...PAGE_FIELDS, ...DAMAGE_FIELDS }),
  errors: ['not-found'],
  run(input, context) {
    const content = versionOf(context, input.versionId);
    const { items, ...page } = pageOf({
      all: content.environments.environments,
      input,
      words: item => [item.name, item.environmentCode],
      view: item => environmentView(content.version.versionId, item, context.project.store.secrets),
    });
    return { environments: items, ...page, ...damageReply(context.project, content.version.versionId) };
  },
});

export const createEnvironment = defineTool({
  name: 'createEnvironment',
  scope: 'write',
  title: 'Create an environment',
  summary: 'Create an environment: a named set of values that tests read as env.NAME, secret.NAME or app.NAME.',
  input: {
    name: Name.describe('Unique, e.g. staging'),
    items: Items.optional(),
    browser: TestBrowser.optional().describe(BROWSER),
  },
  output: EnvironmentReply,
  errors: ['name-taken'],
  examples: [
    {
      name: 'staging',
      items: [
        { name: 'user', value: 'ann' },
        { name: 'password', value: 'spring-42', kind: 'secret' },
      ],
    },
  ],
  async run({ versionId, name, items, browser }, context) {
    refuseBrowserFault(browser, 'browser');
    const { result, content } = await editVersion(context, {
      versionId,
      title: 'createEnvironment',
      edit: (draft, secrets) => addEnvironment(draft, secrets, { name, browser, items: asText(items) }),
      label: code => code,
    });
    return { environment: reply(context, content, result) };
  },
});

export const editEnvironment = defineTool({
  name: 'editEnvironment',
  scope: 'write',
  title: 'Edit an environment',
  summary:
    'Change name or values of an environment. items replaces all of them; a secret without value keeps the stored one.',
  input: {
    environmentCode: Target,
    name: Name.optional().describe('New name'),
    items: Items.optional(),
    browser: TestBrowser.nullish().describe(BROWSER),
    ifRevision: IfRevision,
  },
  output: EnvironmentReply,
  errors: ['not-found', 'name-taken', 'conflict'],
  examples: [{ environmentCode: 'e1', name: 'test' }],
  async run({ versionId, environmentCode, name, items, browser, ifRevision }, context) {
    refuseBrowserFault(browser, 'browser');
    const { result, content } = await editVersion(context, {
      versionId,
      title: 'editEnvironment',
      edit: (draft, secrets) => {
        const found = findEnvironment(draft, environmentCode, 'environmentCode');
        checkRevision(context, environmentRecord(draft, found), ifRevision);
        changeEnvironment(draft, secrets, {
          environmentCode: found.environmentCode,
          name,
          browser,
          items: asText(items),
        });
        return found.environmentCode;
      },
      label: code => code,
    });
    return { environment: reply(context, content, result) };
  },
});

export const deleteEnvironment = defineTool({
  name: 'deleteEnvironment',
  scope: 'write',
  title: 'Delete an environment',
  summary: 'Delete an environment with its values and secrets.',
  input: { environmentCode: Target, ifRevision: IfRevision },
  output: z.strictObject({ deleted: z.array(z.string()) }),
  errors: ['not-found', 'conflict'],
  examples: [{ environmentCode: 'e1' }],
  hints: { destructive: true },
  async run({ versionId, environmentCode, ifRevision }, context) {
    const { result } = await editVersion(context, {
      versionId,
      title: 'deleteEnvironment',
      edit: (draft, secrets) => {
        const found = findEnvironment(draft, environmentCode, 'environmentCode');
        checkRevision(context, environmentRecord(draft, found), ifRevision);
        dropEnvironment(draft, secrets, found.environmentCode);
        return found.environmentCode;
      },
      label: code => code,
    });
    return { deleted: [result] };
  },
});

export const provisionEnvironments = defineTool({
  name: 'provisionEnvironments',
  scope: 'write',
  title: 'Provision environments',
  summary: 'Create or update environments by name, all or none; the same call again changes nothing.',
  input: {
    environments: z
      .array(z.strictObject({ name: Name, items: Items.optional() }))
      .min(1)
      .max(100)
      .describe('[{name, items}]; items replaces those there are'),
  },
  output: z.strictObject({
    environments: z.array(EnvironmentView).describe('In the order given'),
    created: z.array(EnvironmentCode),
    updated: z.array(EnvironmentCode),
    same: z.array(EnvironmentCode).describe('Those that were so already'),
  }),
  examples: [{ environments: [{ name: 'local', items: [{ name: 'user', value: 'ann' }] }, { name: 'staging' }] }],
  hints: { idempotent: true },
  async run({ versionId, environments }, context) {
    refuseDuplicates(environments);
    const { result, content } = await editVersion(context, {
      versionId,
      title: 'provisionEnvironments',
      edit: (draft, transaction) => environments.map(wanted => provision(draft, transaction, wanted)),
    });
    const codesOf = (outcome: Provisioned['outcome']) =>
      result.filter(item => item.outcome === outcome).map(({ environmentCode }) => environmentCode);
    return {
      environments: result.map(({ environmentCode }) => reply(context, content, environmentCode)),
      created: codesOf('created'),
      updated: codesOf('updated'),
      same: codesOf('same'),
    };
  },
});

interface Provisioned {
  environmentCode: EnvironmentCode;
  outcome: 'created' | 'updated' | 'same';
}

function provision(
  draft: VersionDraft,
  transaction: Transaction,
  { name, items }: { name: string; items?: z.output<typeof Items> | undefined },
): Provisioned {
  let isChanged = false;
  const secrets: SecretWriter = {
    setSecret(key, value) {
      if (transaction.secret(key) === value) return;
      transaction.setSecret(key, value);
      isChanged = true;
    },
  };
  const wanted = { name, items: asText(items) };
  const known = draft.environments.environments.find(item => item.name.toLowerCase() === name.toLowerCase());
  if (known === undefined) return { environmentCode: addEnvironment(draft, secrets, wanted), outcome: 'created' };
  const { environmentCode } = known;
  changeEnvironment(draft, secrets, { environmentCode, ...wanted });
  const drafted = draft.draftEnvironments().environments.find(item => item.environmentCode === environmentCode);
  isChanged ||= JSON.stringify(drafted) !== JSON.stringify(known);
  return { environmentCode, outcome: isChanged ? 'updated' : 'same' };
}

function refuseDuplicates(environments: readonly { name: string }[]): void {
  const names = environments.map(({ name }) => name.toLowerCase());
  const index = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (index < 0) return;
  const field = `environments[${index}].name`;
  throw new AppError('invalid-params', `"${field}": "${environments[index]?.name}" appears twice.`, { field });
}
