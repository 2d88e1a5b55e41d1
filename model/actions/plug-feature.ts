import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';
import { tagsFault } from './tags-fault.ts';

export const plugFeature = defineActionKind({
  type: 'plugFeature',
  label: 'Plug feature',
  note: 'In suites alone: runs each of its scenarios in a browser context of its own',
  leavesPage: 'yes',
  fields: {
    feature: FIELDS.feature,
    tags: FIELDS.tags.optional(),
  },
  title: ({ feature, tags }) => `Plug feature ${feature}${tags === undefined ? '' : ` (${tags})`}`,
  fault: tagsFault,
});
