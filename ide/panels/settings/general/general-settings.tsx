import { NativeSelect, TextInput } from '@mantine/core';
import { useIdeState } from '../../../app/context.tsx';
import { useProjectRead } from '../../../app/queries.ts';
import { snapshotOf } from '../../../app/state.ts';
import { Card } from '../../../ui/card.tsx';
import { KeptOfSelect } from '../kept-of-select.tsx';
import classes from '../parts/form.module.css';
import { SettingsForm } from '../parts/form-parts.tsx';
import { LoadedCard } from '../parts/loaded-card.tsx';
import { GeneralDraft, generalChanges, generalOf, type ProjectReply } from '../project-form.ts';
import { readProject, useProjectForm } from '../use-project-form.ts';
import { ProjectPassword } from './project-password.tsx';

/** What the project is, what its tests use when they say nothing else, and its password. */
export function GeneralSettings({ projectId }: { projectId: string }) {
  const { reply, again, take } = useProjectRead(readProject);
  return (
    <>
      <LoadedCard title="Project" reply={reply} onRetry={again}>
        {project => <General project={project} take={take} />}
      </LoadedCard>
      <ProjectPassword projectId={projectId} />
    </>
  );
}

type GeneralForm = ReturnType<typeof useGeneralForm>;

const useGeneralForm = (project: ProjectReply, take: (project: ProjectReply) => void) =>
  useProjectForm({
    section: 'general',
    schema: GeneralDraft,
    project,
    take,
    draftOf: generalOf,
    changesOf: generalChanges,
  });

function General({ project, take }: { project: ProjectReply; take(project: ProjectReply): void }) {
  const form = useGeneralForm(project, take);
  return (
    <Card title="Project">
      <SettingsForm
        label="Project"
        draft={form.draft}
        work={form.work}
        isShownAtField={form.isShownAtField}
        onSave={form.save}
      >
        <TextSetting form={form} name="name" label="Name" />
        <TextSetting
          form={form}
          name="appUrl"
          label="App address"
          hint="Where tests begin. Those of an environment come first."
          placeholder="http://localhost:3000"
        />
        <Defaults form={form} />
        <TextSetting
          form={form}
          name="testIdAttribute"
          label="Test id attribute"
          hint="The attribute by which elements are found with getByTestId"
          placeholder="data-testid"
        />
        <Limits form={form} />
        <Kept form={form} />
      </SettingsForm>
    </Card>
  );
}

interface GeneralTextProps {
  form: GeneralForm;
  name: Exclude<keyof GeneralDraft, 'screenshots' | 'video'>;
  label: string;
  hint?: string;
  placeholder?: string;
}

const TextSetting = ({ form, name, label, hint, placeholder }: GeneralTextProps) => (
  <TextInput
    label={label}
    description={hint}
    placeholder={placeholder}
    value={form.draft.value[name]}
    onChange={event => form.set({ [name]: event.currentTarget.value })}
    error={form.errorOf(name)}
    autoComplete="off"
    spellCheck={false}
  />
);

function Defaults({ form }: { form: GeneralForm }) {
  const snapshot = useIdeState(snapshotOf);
  const { defaultVersion, defaultEnvironment } = form.draft.value;
  const versions = snapshot?.versions.map(({ versionId, name }) => ({ value: versionId, label: name })) ?? [];
  const environments = snapshot?.environments.map(({ name }) => name) ?? [];
  // Named by its code, or gone meanwhile.
  const isOther = defaultEnvironment !== '' && !environments.includes(defaultEnvironment);
  return (
    <div className={classes.pair}>
      <NativeSelect
        label="Default version"
        data={versions}
        value={defaultVersion}
        onChange={event => form.set({ defaultVersion: event.currentTarget.value })}
        error={form.errorOf('defaultVersion')}
      />
      <NativeSelect
        label="Default environment"
        data={[{ value: '', label: 'None' }, ...environments, ...(isOther ? [defaultEnvironment] : [])]}
        value={defaultEnvironment}
        onChange={event => form.set({ defaultEnvironment: event.currentTarget.value })}
        error={form.errorOf('defaultEnvironment')}
      />
    </div>
  );
}

const Limits = ({ form }: { form: GeneralForm }) => (
  <fieldset className={classes.group}>
    <legend>Time limits in milliseconds</legend>
    <div className={classes.triple}>
      <TextSetting form={form} name="actionMs" label="An action" />
      <TextSetting form={form} name="navigationMs" label="Opening a page" />
      <TextSetting form={form} name="runMs" label="A run" />
    </div>
  </fieldset>
);

const PICTURES = [
  { value: '', label: 'As usual' },
  { value: 'off', label: 'Never' },
  { value: 'failure', label: 'On failure' },
  { value: 'each', label: 'After each action' },
];

const Kept = ({ form }: { form: GeneralForm }) => (
  <fieldset className={classes.group}>
    <legend>What runs keep</legend>
    <div className={classes.triple}>
      <NativeSelect
        label="Screenshots"
        data={PICTURES}
        value={form.draft.value.screenshots}
        onChange={event => {
          const screenshots = GeneralDraft.shape.screenshots.safeParse(event.currentTarget.value).data;
          if (screenshots !== undefined) form.set({ screenshots });
        }}
        error={form.errorOf('screenshots')}
      />
      <KeptOfSelect
        label="Videos"
        description="Made by ffmpeg, where it is installed"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={form.draft.value.video}
        onChange={video => form.set({ video })}
        error={form.errorOf('video')}
      />
      <TextSetting form={form} name="runs" label="Runs at most" />
      <TextSetting form={form} name="megabytes" label="Megabytes at most" />
    </div>
  </fieldset>
);
