import { FailOn } from '../../../../../model/project/fail-on.ts';
import { errorAt } from '../../../../app/queries.ts';
import type { Loaded } from '../../../../app/state.ts';
import {
  fieldsIn,
  recordOf,
  refusedField,
  type SettingField,
  SettingTexts,
  textsOf,
} from '../../../../parts/setting-fields.ts';
import { SettingRows } from '../../../../parts/setting-rows.tsx';
import { useProjectFailOn } from '../../../../parts/use-project-fail-on.ts';
import { TextButton } from '../../../../ui/text-button.tsx';
import { PartForm } from './part-form.tsx';
import type { TestPartProps } from './part-props.ts';
import { usePart } from './use-part.ts';

const FIELDS = fieldsIn(FailOn);
const NOTHING = textsOf(FIELDS, {});

/** What is left blank is as the project has it. */
export function FailuresPart({ test, onClose }: TestPartProps) {
  const ofProject = useProjectFailOn();
  const part = usePart({
    part: 'failures',
    test,
    schema: SettingTexts,
    stored: textsOf(FIELDS, test.failOn ?? {}),
    fieldsOf: texts => ({ failOn: failOnOf(texts) }),
  });
  const { value, change, problem } = part;
  const refused = refusedField(FIELDS, 'failOn', problem?.field);
  const isBlank = FIELDS.every(({ name }) => (value[name] ?? '').trim() === '');
  return (
    <PartForm
      label="What fails it"
      part={part}
      isProblemInField={refused !== undefined}
      aside={!isBlank && <ClearButton onClick={() => change(NOTHING)} />}
      onClose={onClose}
    >
      <SettingRows
        fields={fieldsBeside(ofProject)}
        texts={value}
        errorOf={name => (refused === name ? errorAt(problem, problem?.field ?? '') : undefined)}
        onChange={changed => change({ ...value, ...changed })}
      />
      <AllowedByProject ofProject={ofProject} />
    </PartForm>
  );
}

const ClearButton = ({ onClick }: { onClick(): void }) => (
  <TextButton
    label="As the project"
    variant="default"
    hint="Clears all fields, so that the test fails by what the project says"
    onClick={onClick}
  />
);

/** Null where all is left blank. The service checks it, and names the field that is wrong. */
function failOnOf(texts: SettingTexts): FailOn | null {
  const record = recordOf(FIELDS, texts);
  return record === undefined ? null : JSON.parse(JSON.stringify(record));
}

/** A field that is left blank says what that means. */
function fieldsBeside(ofProject: Loaded<FailOn>): SettingField[] {
  const texts = ofProject.phase === 'ready' ? textsOf(FIELDS, ofProject.value) : undefined;
  return FIELDS.map(field =>
    field.choices === undefined
      ? field
      : { ...field, choices: { ...field.choices, '': blankWord(texts?.[field.name]) } },
  );
}

function blankWord(ofProject: string | undefined): string {
  if (ofProject === undefined) return 'As the project';
  return ofProject === 'true' ? 'As the project: fail it' : 'As the project: ignored';
}

const MOST_SHOWN = 5;

function AllowedByProject({ ofProject }: { ofProject: Loaded<FailOn> }) {
  if (ofProject.phase === 'loading') return null;
  if (ofProject.phase === 'failed')
    return <p className="flush small warning">What the project says cannot be read: {ofProject.message}</p>;
  const allowed = [...new Set(ofProject.value.allowed)];
  if (allowed.length === 0) return null;
  const rest = allowed.length - MOST_SHOWN;
  return (
    <div className="note">
      The project allows as well:
      <ul className="plain-list" aria-label="Allowed by the project">
        {allowed.slice(0, MOST_SHOWN).map(pattern => (
          <li key={pattern} className="break-words" dir="auto">
            {pattern}
          </li>
        ))}
      </ul>
      {rest > 0 && `and ${rest} more, see Settings › General`}
    </div>
  );
}
