import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { useSubmit } from '../../app/queries.ts';
import { featuresOf, snapshotOf } from '../../app/state.ts';
import { attempt } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { NEW_SUITE, plugIntoSuite } from '../../commands/suite-edits.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { tagSetsOf } from '../../parts/tag-sets.ts';
import { testItems } from '../../parts/test-items.ts';
import { Dialog } from '../../ui/dialog.tsx';

const NEW = { value: '', label: NEW_SUITE };
const COMBOBOX = { transitionProps: { duration: 0 } };

/** The feature or scenario itself, and each of its tags, which others may have as well. */
function useChoices(code: string) {
  const features = useIdeState(featuresOf);
  return useMemo(() => {
    const all = features.flatMap(({ scenarios }) => scenarios);
    const [feature] = code.split('.', 1);
    const tagged = all.filter(
      ({ scenario }) => scenario === code || (feature === code && scenario.startsWith(`${code}.`)),
    );
    const tags = [...new Set(tagged.flatMap(scenario => tagSetsOf(scenario).flat()))].sort();
    const itself = { value: code, label: feature === code ? 'This feature' : 'This scenario' };
    return [itself, ...tags.map(tag => ({ value: tag, label: `Whatever has the tag ${tag}` }))];
  }, [features, code]);
}

interface WhatFieldProps {
  code: string;
  value: string;
  onChange(value: string): void;
}

function WhatField({ code, value, onChange }: WhatFieldProps) {
  const choices = useChoices(code);
  if (choices.length === 1) return null;
  return (
    <Select
      label="What"
      data={choices}
      value={value}
      onChange={next => next !== null && onChange(next)}
      limit={100}
      allowDeselect={false}
      comboboxProps={COMBOBOX}
    />
  );
}

export function SuiteDialog({ code }: { code: string }) {
  const ide = useIde();
  const snapshot = useIdeState(snapshotOf);
  const suites = useMemo(() => testItems(snapshot, 'suite'), [snapshot]);
  const last = useIdeState(({ project, view }) => project && view.lastSuites[project.projectId]);
  const first = suites.find(({ value }) => value === last) ?? suites[0] ?? NEW;
  const [suite, setSuite] = useState<string>(first.value);
  const [what, setWhat] = useState(code);
  const close = () => ide.store.setView({ addingToSuite: undefined });
  const form = useSubmit(isHere =>
    attempt(COMMANDS.addToSuite.title, async () => {
      await plugIntoSuite(ide, [what], suite === NEW.value ? undefined : suite);
      if (isHere()) close();
    }),
  );
  return (
    <Dialog opened onClose={close} title={`Add ${code} to a suite`}>
      <DialogForm form={form} submitLabel="Add" onCancel={close}>
        <WhatField code={code} value={what} onChange={setWhat} />
        <Select
          label="Suite"
          data={[...suites, NEW]}
          value={suite}
          onChange={value => value !== null && setSuite(value)}
          limit={100}
          searchable
          allowDeselect={false}
          openOnFocus={false}
          nothingFoundMessage="No suite has this name"
          comboboxProps={COMBOBOX}
          data-autofocus
        />
      </DialogForm>
    </Dialog>
  );
}
