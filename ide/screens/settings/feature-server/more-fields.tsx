import { useState } from 'react';
import { MORE_FIELDS, STATUS_FIELDS } from '../../../parts/feature-server/field-labels.ts';
import classes from './feature-server.module.css';
import { hasField } from './fields.ts';
import { type SettingProps, TextSetting } from './text-setting.tsx';

/** Open when a field in it is set, or wrong. */
export function MoreFields(props: SettingProps) {
  const { draft, marks } = props;
  const shown = MORE_FIELDS.filter(field => hasField(draft.type, field));
  const set = shown.filter(field => draft[field] !== '').length;
  const [isOpen, setOpen] = useState(set > 0);
  const isWrong = shown.some(field => marks[field] !== undefined);
  return (
    <details className={classes.more} open={isOpen || isWrong} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>More{set > 0 && ` · ${set} set`}</summary>
      <div className={classes.moreFields}>
        <TextSetting {...props} field="authUrl" />
        <TextSetting {...props} field="importUrl" />
        <div className="half">
          <TextSetting {...props} field="keyPrefix" />
          <TextSetting {...props} field="projectKey" />
        </div>
        <TextSetting {...props} field="issueUrl" />
        <TextSetting {...props} field="testEnvironments" />
        <TextSetting {...props} field="info" />
        {hasField(draft.type, 'info') && (
          <fieldset className={classes.statuses}>
            <legend>Status mapping</legend>
            {STATUS_FIELDS.map(field => (
              <TextSetting key={field} {...props} field={field} />
            ))}
          </fieldset>
        )}
      </div>
    </details>
  );
}
