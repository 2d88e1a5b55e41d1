import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import { MOST_WORKERS } from '../../../model/project/project.ts';
import { DevicesField } from '../../parts/devices-field.tsx';
import { Card } from '../../ui/card.tsx';
import classes from './ci.module.css';
import type { CIFacts } from './ci-draft.ts';
import { type CIDraft, isPlanFine, type ShownTarget } from './ci-draft.ts';

interface OptionsPartProps {
  draft: CIDraft;
  facts: CIFacts;
  onChange(draft: CIDraft): void;
}

const isTarget = (text: string | null, { targets }: CIFacts): ShownTarget['target'] | undefined =>
  targets.find(({ target }) => target === text)?.target;

export function OptionsPart({ draft, facts, onChange }: OptionsPartProps) {
  const change = (fields: Partial<CIDraft>) => onChange({ ...draft, ...fields });
  return (
    <Card title="Where and how">
      <div className={classes.fields}>
        <Select
          label="CI server"
          data={facts.targets.map(({ target, title }) => ({ value: target, label: title }))}
          value={draft.target}
          onChange={text => change({ target: isTarget(text, facts) ?? draft.target })}
          allowDeselect={false}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <Numbers draft={draft} change={change} />
        <DevicesField devices={draft.devices} onChange={devices => change({ devices })} />
        <Checkbox.Group
          label="Reports"
          value={[...draft.reports]}
          onChange={values =>
            change({ reports: facts.reports.map(({ report }) => report).filter(one => values.includes(one)) })
          }
        >
          <div className={classes.checks}>
            {facts.reports.map(({ report, title }) => (
              <Checkbox key={report} value={report} label={title} size="xs" />
            ))}
          </div>
        </Checkbox.Group>
        <Checkbox
          label="Upload results to the test-management service"
          description={
            facts.canUpload
              ? 'Needs CLIENT_ID and CLIENT_SECRET in the CI server'
              : 'The project has no feature server: add one under Settings › Integrations'
          }
          checked={draft.upload}
          disabled={!facts.canUpload}
          onChange={({ currentTarget }) => change({ upload: currentTarget.checked })}
          size="xs"
        />
        {draft.upload && <UploadFields draft={draft} change={change} />}
        <Checkbox
          label="Keep packages and browser between builds"
          checked={draft.cache}
          onChange={({ currentTarget }) => change({ cache: currentTarget.checked })}
          size="xs"
        />
        <Checkbox
          label="Install a browser where there is none"
          checked={draft.installBrowser}
          onChange={({ currentTarget }) => change({ installBrowser: currentTarget.checked })}
          size="xs"
        />
      </div>
    </Card>
  );
}

const UploadFields = ({ draft, change }: DraftPartProps) => (
  <div className="pair">
    <TextInput
      label="Test plan"
      placeholder="none"
      value={draft.plan}
      onChange={({ currentTarget }) => change({ plan: currentTarget.value })}
      error={isPlanFine(draft) ? undefined : 'A key such as SHOP-901'}
    />
    <TextInput
      label="Fix version"
      placeholder="none"
      value={draft.version}
      onChange={({ currentTarget }) => change({ version: currentTarget.value })}
    />
  </div>
);

interface DraftPartProps {
  draft: CIDraft;
  change(fields: Partial<CIDraft>): void;
}

function Numbers({ draft, change }: DraftPartProps) {
  return (
    <div className={classes.numbers}>
      <Count
        label="Workers"
        least={1}
        most={MOST_WORKERS}
        value={draft.workers}
        onChange={workers => change({ workers })}
      />
      <Count label="Machines" least={1} most={50} value={draft.shards} onChange={shards => change({ shards })} />
      <Count label="Retries" least={0} most={10} value={draft.retries} onChange={retries => change({ retries })} />
      <Count
        label="Limit (minutes)"
        least={1}
        most={1_440}
        value={draft.timeoutMinutes}
        onChange={timeoutMinutes => change({ timeoutMinutes })}
      />
      <TextInput
        label="Node"
        value={draft.nodeVersion}
        onChange={({ currentTarget }) => change({ nodeVersion: currentTarget.value })}
      />
    </div>
  );
}

interface CountProps {
  label: string;
  least: number;
  most: number;
  value: number | undefined;
  onChange(value: number | undefined): void;
}

const Count = ({ label, least, most, value, onChange }: CountProps) => (
  <NumberInput
    label={label}
    placeholder="default"
    min={least}
    max={most}
    allowDecimal={false}
    // A minus sign alone would be kept as a text that nothing can be added to.
    allowNegative={false}
    clampBehavior="strict"
    value={value ?? ''}
    onChange={text => onChange(text === '' ? undefined : Number(text))}
  />
);
