import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';
import { tagsFault } from './tags-fault.ts';

export const plugScenario = defineActionKind({
  type: 'plugScenario',
  label: 'Plug scenario',
  note: 'In suites alone: runs in a browser context of its own, an outline row by row',
  leavesPage: 'yes',
  fields: {
    scenario: FIELDS.scenario,
    tags: FIELDS.tags.optional(),
  },
  title: ({ scenario, tags }) => `Plug scenario ${scenario}${tags === undefined ? '' : ` (${tags})`}`,
  fault: tagsFault,
});
