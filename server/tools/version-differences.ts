import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { VersionId } from '../../model/names/codes.ts';
import { CHANGE_STATES, compareVersions as differences } from '../../model/project/compare/compare-versions.ts';
import { defineTool } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf, takeFitting } from './define/paging.ts';
import { versionOf } from './define/version.ts';

const State = z.enum(CHANGE_STATES);

const FieldChangeView = z.strictObject({
  field: z.string(),
  from: z.string().optional().describe('Missing where the field was not set'),
  to: z.string().optional(),
});
const fields = z.array(FieldChangeView).optional();

const DifferenceView = z.strictObject({
  kind: z.enum(['module', 'test', 'environment']),
  state: State.describe('changed covers moved'),
  moduleCode: z.string().optional(),
  testCode: z.string().optional(),
  environmentCode: z.string().optional(),
  name: z.string(),
  movedFrom: z.string().optional().describe('The module it was in, or below; or "another position"'),
  fields,
  actions: z
    .array(
      z.strictObject({
        state: State,
        actionId: z.string(),
        fromIndex: z.number().int().optional(),
        toIndex: z.number().int().optional(),
        title: z.string(),
        fields,
      }),
    )
    .optional(),
  items: z.array(z.strictObject({ state: State, name: z.string(), fields })).optional(),
});

export const compareVersions = defineTool({
  name: 'compareVersions',
  group: 'project',
  scope: 'read',
  title: 'Compare versions',
  summary:
    'Get what was added, removed, changed or moved from one version to another: modules, tests with their actions, environments with their items. Values of secrets are not looked at.',
  input: {
    from: VersionId.describe('The earlier version'),
    to: VersionId.describe('The later version'),
    ...LIST_FIELDS,
  },
  output: z.strictObject({
    differences: z.array(DifferenceView),
    counts: z.record(State, z.number().int()).describe('Of all differences, by state'),
    ...PAGE_FIELDS,
  }),
  errors: ['not-found'],
  examples: [{ from: 'main', to: 'release-2-0' }],
  run({ from, to, versionId: _version, ...input }, context) {
    const [earlier, later] = [versionOf(context, from, 'from'), versionOf(context, to, 'to')];
    if (from === to)
      throw new AppError('invalid-params', `"to" is "${to}" as well as "from": name two versions.`, { field: 'to' });
    const all = differences(earlier, later);
    const { items, ...page } = pageOf({
      all,
      input,
      words: ({ name, moduleCode = '', testCode = '', environmentCode = '' }) => [
        name,
        moduleCode,
        testCode,
        environmentCode,
      ],
      view: difference => difference,
      shorten: ({ actions = [], ...rest }) => {
        const shown = takeFitting(actions);
        const view = { ...rest, ...(shown.length === 0 ? {} : { actions: shown }) };
        return { view, omitted: `${actions.length - shown.length} of ${actions.length} changed actions left out.` };
      },
    });
    const counts = { added: 0, removed: 0, changed: 0, moved: 0 };
    for (const { state } of all) counts[state] += 1;
    return { differences: items, counts, ...page };
  },
});
