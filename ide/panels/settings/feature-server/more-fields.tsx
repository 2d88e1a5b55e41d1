import { Textarea } from '@mantine/core';
import { useState } from 'react';
import classes from './feature-server.module.css';
import { hasField, LABELS, MORE_FIELDS, STATUS_FIELDS } from './fields.ts';
import { type SettingProps, TextSetting } from './text-setting.tsx';

/** What few need: open when something is there, or is wrong there. */
export function MoreFields(props: SettingProps) {
  const { draft, marks, onChange } = props;
  const shown = MORE_FIELDS.filter(field => hasField(draft.type, field));
  const set = shown.filter(field => draft[field] !== '').length;
  const [isOpen, setOpen] = useState(set > 0);
  const isWrong = shown.some(field => marks[field] !== undefined);
  return (
    <details className={classes.more} open={isOpen || isWrong} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>More{set > 0 && ` · ${set} set`}</summary>
      <div className={classes.moreFields}>
        {hasField(draft.type, 'authUrl') && <TextSetting {...props} field="authUrl" hint={HOST} />}
        {hasField(draft.type, 'importUrl') && (
          <TextSetting {...props} field="importUrl" hint={`Where results go. ${HOST}`} />
        )}
        <div className={classes.half}>
          <TextSetting {...props} field="keyPrefix" hint="Prefix of issue keys in tags, e.g. TEST_" />
          {hasField(draft.type, 'projectKey') && (
            <TextSetting
              {...props}
              field="projectKey"
              hint="Project of new executions. Default: that of the first test"
            />
          )}
        </div>
        {hasField(draft.type, 'issueUrl') && (
          <TextSetting {...props} field="issueUrl" hint="For links in reports, e.g. https://acme.example/browse/" />
        )}
        <EnvironmentNames {...props} />
        {hasField(draft.type, 'info') && (
          <>
            <Textarea
              label={LABELS.info}
              description="JSON that uploads include, in the form that the service expects"
              placeholder={'{"fields": {"project": {"key": "SHOP"}, "summary": "Nightly"}}'}
              value={draft.info}
              onChange={event => onChange({ ...draft, info: event.currentTarget.value })}
              error={marks.info}
              data-field="info"
              autosize
              minRows={2}
              maxRows={12}
              spellCheck={false}
              classNames={{ input: classes.code ?? '' }}
            />
            <fieldset className={classes.statuses}>
              <legend>Status mapping</legend>
              {STATUS_FIELDS.map(field => (
                <TextSetting
                  key={field}
                  {...props}
                  field={field}
                  hint=""
                  placeholder={field.replace('statusMap.', '')}
                />
              ))}
            </fieldset>
          </>
        )}
      </div>
    </details>
  );
}

/** What the service calls the environments of the project. */
function EnvironmentNames({ draft, marks, onChange }: SettingProps) {
  if (!hasField(draft.type, 'testEnvironments')) return null;
  return (
    <Textarea
      label={LABELS.testEnvironments}
      description="What the service calls your environments, one per line. Default: their own names"
      placeholder="Staging = STG"
      value={draft.testEnvironments}
      onChange={event => onChange({ ...draft, testEnvironments: event.currentTarget.value })}
      error={marks.testEnvironments}
      data-field="testEnvironments"
      autosize
      minRows={1}
      maxRows={8}
      spellCheck={false}
    />
  );
}

const HOST = 'Default: the one on the host of the file list';
