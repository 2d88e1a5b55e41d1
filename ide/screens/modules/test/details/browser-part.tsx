import { BROWSER_FIELDS, browserOf, browserTexts, refusedBrowserField } from '../../../../parts/browser-texts.ts';
import { SettingTexts } from '../../../../parts/setting-fields.ts';
import { SettingRows } from '../../../../parts/setting-rows.tsx';
import { PartForm } from './part-form.tsx';
import type { TestPartProps } from './part-props.ts';
import { usePart } from './use-part.ts';

/** What is left blank is as environment and project have it. */
export function BrowserPart({ test, onClose }: TestPartProps) {
  const part = usePart({
    part: 'browser',
    test,
    schema: SettingTexts,
    stored: browserTexts(test.browser),
    fieldsOf: texts => ({ browser: browserOf(texts) }),
  });
  const { value, change, problem } = part;
  const refused = refusedBrowserField(problem?.field);
  return (
    <PartForm label="Browser" part={part} isProblemInField={refused !== undefined} onClose={onClose}>
      <SettingRows
        fields={BROWSER_FIELDS}
        texts={value}
        errorOf={name => (refused === name ? problem?.message : undefined)}
        onChange={changed => change({ ...value, ...changed })}
      />
    </PartForm>
  );
}
