import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useId, useMemo } from 'react';
import { useIdeState, usePlace } from '../../app/context.tsx';
import { type CIChoice, isInProject } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import type { Command } from '../../commands/command.ts';
import { CommandTextButton } from '../../parts/command-button.tsx';
import { PlaceLink } from '../../parts/place-link.tsx';
import { type ChoiceItem, testItems } from '../../parts/test-items.ts';
import { Card } from '../../ui/card.tsx';
import { AddIcon } from '../../ui/icons.ts';
import classes from './ci.module.css';
import { kindOf } from './ci-draft.ts';
import { ItemsField } from './items-field.tsx';

interface ChoicePartProps {
  choice: CIChoice;
  newSuite: Command;
  onChange(choice: CIChoice): void;
}

const KINDS = [
  { value: 'suite', label: 'Suite' },
  { value: 'some', label: 'Tests and features' },
  { value: 'all', label: 'Everything' },
];

const MOST_SHOWN = 100;
const COMBOBOX = { transitionProps: { duration: 0 } };

export function ChoicePart({ choice, newSuite, onChange }: ChoicePartProps) {
  const id = useId();
  const suites = useSuites();
  const kind = kindOf(choice);
  const { tags, environment } = choice;
  const kept = { tags, environment };
  const choose = (next: string) => {
    if (next === 'suite') onChange({ ...kept, suite: suites[0]?.value ?? '' });
    else onChange(next === 'some' ? { ...kept, codes: [] } : kept);
  };
  return (
    <Card title="What runs">
      <div className={classes.fields}>
        <SegmentedControl data={KINDS} value={kind} onChange={choose} fullWidth aria-labelledby={id} />
        <span id={id} hidden>
          What runs
        </span>
        {kind === 'suite' && <SuiteField suites={suites} choice={choice} newSuite={newSuite} onChange={onChange} />}
        {kind === 'some' && (
          <ItemsField
            label="Modules, tests, features and scenarios"
            hasModules
            codes={choice.codes ?? []}
            onChange={codes => onChange({ ...choice, codes })}
          />
        )}
        {kind === 'all' && <p className={classes.quiet}>All tests and scenarios of the version, suites apart.</p>}
        <div className="pair">
          <TextInput
            label="Tags"
            placeholder="not @slow"
            value={tags ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ ...choice, tags: value === '' ? undefined : value })}
          />
          <EnvironmentField choice={choice} onChange={onChange} />
        </div>
      </div>
    </Card>
  );
}

function useSuites(): ChoiceItem[] {
  const snapshot = useIdeState(snapshotOf);
  return useMemo(() => testItems(snapshot, 'suite'), [snapshot]);
}

function SuiteField({ suites, choice, newSuite, onChange }: ChoicePartProps & { suites: ChoiceItem[] }) {
  const { suite } = choice;
  if (suites.length === 0)
    return (
      <div className={`stack gap-md ${classes.empty}`}>
        <p className={classes.quiet}>A suite is a test that holds other tests, features and scenarios.</p>
        <CommandTextButton command={newSuite} icon={<AddIcon size={15} aria-hidden />} />
      </div>
    );
  const isKnown = suites.some(({ value }) => value === suite);
  return (
    <div className="stack gap-md">
      <Select
        label="Suite"
        data={suites}
        value={isKnown ? suite : null}
        error={isKnown || !suite ? undefined : `There is no suite ${suite} in this version`}
        onChange={value => value !== null && onChange({ ...choice, suite: value })}
        limit={MOST_SHOWN}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No suite has this name"
        comboboxProps={COMBOBOX}
      />
      <div className="row wrap between gap-md">
        <CommandTextButton command={newSuite} icon={<AddIcon size={15} aria-hidden />} variant="default" />
        {suite !== undefined && <SuiteLink suite={suite} />}
      </div>
    </div>
  );
}

/** To where one sees, and changes, what the suite holds. */
function SuiteLink({ suite }: { suite: string }) {
  const place = usePlace();
  const test = useIdeState(state => snapshotOf(state)?.tests[suite]);
  if (test === undefined || !isInProject(place)) return null;
  const { projectId, versionId } = place;
  const { moduleCode, testCode } = test;
  return (
    <PlaceLink
      className="small accent"
      place={{ tab: 'modules', projectId, ...(versionId && { versionId }), moduleId: moduleCode, testId: testCode }}
    >
      Open the suite
    </PlaceLink>
  );
}

function EnvironmentField({ choice, onChange }: Omit<ChoicePartProps, 'newSuite'>) {
  const environments = useIdeState(state => snapshotOf(state)?.environments);
  const data = (environments ?? []).map(({ environmentCode, name }) => ({
    value: String(environmentCode),
    label: name,
  }));
  const { environment } = choice;
  const chosen = environments?.find(({ environmentCode, name }) =>
    [environmentCode, name].some(one => one === environment),
  );
  return (
    <Select
      label="Environment"
      placeholder="As the project has it"
      data={data}
      value={chosen?.environmentCode ?? null}
      onChange={value => onChange({ ...choice, environment: value ?? undefined })}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the environment' }}
      comboboxProps={COMBOBOX}
    />
  );
}
