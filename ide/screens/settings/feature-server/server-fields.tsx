import { Code, Input, Text } from '@mantine/core';
import { CopyButton } from '../../../parts/copy-button.tsx';
import {
  LABELS,
  SERVER_TYPES,
  type SecretField as SecretName,
  TYPE_LABELS,
} from '../../../parts/feature-server/field-labels.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { PassedIcon, WarningIcon } from '../../../ui/icons.ts';
import { draftOf, hostLeft, withType } from './draft.ts';
import classes from './feature-server.module.css';
import { type FeatureSelection, hasField, selectionOf } from './fields.ts';
import { MoreFields } from './more-fields.tsx';
import { SecretField } from './secret-field.tsx';
import { type SettingProps, TextSetting } from './text-setting.tsx';

const SAMPLE_URL = 'https://xray.cloud.getxray.app/api/v2/export/cucumber?filter=12345&fz=true';

export function ServerFields(props: SettingProps) {
  const { draft, saved, onChange } = props;
  const choose = (value: string) => {
    const type = SERVER_TYPES.find(name => name === value);
    if (type !== undefined) onChange(withType(draft, type, draftOf(saved)));
  };
  return (
    <>
      <SelectField
        className="half"
        label={LABELS.type}
        value={draft.type}
        onChange={choose}
        data={SERVER_TYPES.map(value => ({ value, label: TYPE_LABELS[value] }))}
      />
      {draft.type === 'none' ? <About /> : <TypeFields {...props} />}
    </>
  );
}

const About = () => (
  <div className={classes.about}>
    <Text size="sm">
      Features come from a test-management service, a folder or an address: choose which, check it, and import them in
      Features. The results of runs go back to the service.
    </Text>
    <div className="row wrap gap-md">
      <Text size="xs" c="dimmed" component="span">
        An address looks like this:
      </Text>
      <Code className="break-words">{SAMPLE_URL}</Code>
      <CopyButton text={SAMPLE_URL} what="sample address" />
    </div>
    <Text size="xs" c="dimmed">
      <Code>npx steploom sample-tm</Code> starts a sample service to try this with.
    </Text>
  </div>
);

function TypeFields(props: SettingProps) {
  const { type } = props.draft;
  return (
    <>
      <Address {...props} />
      {hasField(type, 'clientId') && (
        <div className="pair">
          <TextSetting
            {...props}
            field="clientId"
            hint={winner(props.saved, 'CLIENT_ID') ?? (type === 'xray-cloud' ? 'From the API keys page' : BLANK)}
          />
          <Secret
            {...props}
            field="clientSecret"
            hint={winner(props.saved, 'CLIENT_SECRET') ?? (type === 'xray-cloud' ? 'Shown there only once' : BLANK)}
          />
        </div>
      )}
      <div className="pair">
        {type === 'xray-cloud' && <Input.Wrapper label={LABELS.token} labelElement="div" description={GENERATED} />}
        {hasField(type, 'token') && <Secret {...props} field="token" hint="Long-lived token (optional)" />}
        <TextSetting {...props} field="matchFile" />
      </div>
      <MoreFields key={type} {...props} />
    </>
  );
}

const winner = ({ fromEnvironment = [] }: SettingProps['saved'], name: string): string | undefined =>
  fromEnvironment.includes(name) ? `${name} from the environment of the service is used instead` : undefined;

const GENERATED = 'Generated from the client ID and secret';
const BLANK = 'Leave blank when you set a token';

function Address(props: SettingProps) {
  const { type, fileListUrl } = props.draft;
  const isExport = type === 'xray-cloud' || type === 'xray-server';
  return (
    <div>
      <TextSetting {...props} field="fileListUrl" hint={ADDRESS_HINTS[type]} placeholder={PLACEHOLDERS[type]} />
      {isExport && <Selected selection={selectionOf(fileListUrl)} />}
    </div>
  );
}

function Selected({ selection }: { selection: FeatureSelection | undefined }) {
  if (selection === undefined) return null;
  if ('fault' in selection)
    return (
      <p className={`row gap-xs ${classes.selection}`} data-fault>
        <WarningIcon size={14} aria-hidden /> <span dir="auto">{selection.fault}</span>
      </p>
    );
  const [what, value] = 'filter' in selection ? ['Filter ID', selection.filter] : ['Issue keys', selection.keys];
  return (
    <p className={`row gap-xs ${classes.selection}`}>
      <span>
        {what}: <span dir="auto">{value}</span>
      </span>
      <PassedIcon size={14} role="img" aria-label="recognised" />
    </p>
  );
}

const ADDRESS_HINTS = {
  none: '',
  'xray-cloud': 'The export address with the ID of the saved filter',
  'xray-server': 'The export address of your installation with the ID of the saved filter',
  folder: 'A path on this machine; a relative path starts in the project folder',
  url: 'An archive, a feature file, or a list of feature file addresses',
};

const PLACEHOLDERS = {
  none: '',
  'xray-cloud': SAMPLE_URL,
  'xray-server': 'https://jira.example.org/rest/raven/2.0/export/test?filter=12345&fz=true',
  folder: 'files/features',
  url: 'https://example.org/features.zip',
};

const Secret = ({ draft, saved, marks, onChange, field, hint }: SettingProps & { field: SecretName; hint: string }) => (
  <SecretField
    name={field}
    label={LABELS[field]}
    hint={hint}
    kept={saved[field]}
    text={draft[field]}
    onChange={text => onChange({ [field]: text })}
    error={marks[field]}
    leftHost={hostLeft(draft, saved)}
  />
);
