import { Autocomplete, Switch, TextInput } from '@mantine/core';
import { useProjectRead } from '../../../app/queries.ts';
import { Card } from '../../../ui/card.tsx';
import { KeptOfSelect } from '../kept-of-select.tsx';
import classes from '../parts/form.module.css';
import { SettingsForm } from '../parts/form-parts.tsx';
import { LoadedCard } from '../parts/loaded-card.tsx';
import { BrowserDraft, browserChanges, browserOf, type ProjectReply } from '../project-form.ts';
import { readProject, useProjectForm } from '../use-project-form.ts';
import { FoundBrowser } from './found-browser.tsx';

/** How the browser looks to the app, and which browser that is. */
export function BrowserSettings() {
  const { reply, again, take } = useProjectRead(readProject);
  return (
    <>
      <FoundBrowser />
      <LoadedCard title="What the app sees" reply={reply} onRetry={again}>
        {project => <BrowserForm project={project} take={take} />}
      </LoadedCard>
    </>
  );
}

const LANGUAGES = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'pl-PL', 'pt-BR', 'ja-JP', 'zh-CN', 'ar-EG'];
const ZONES = Intl.supportedValuesOf('timeZone');
const MOST_ZONES = 30;

const useBrowserForm = (project: ProjectReply, take: (project: ProjectReply) => void) =>
  useProjectForm({
    section: 'browser',
    schema: BrowserDraft,
    project,
    take,
    draftOf: browserOf,
    changesOf: browserChanges,
  });

type BrowserFormState = Pick<ReturnType<typeof useBrowserForm>, 'draft' | 'set' | 'errorOf'>;

function BrowserForm({ project, take }: { project: ProjectReply; take(project: ProjectReply): void }) {
  const form = useBrowserForm(project, take);
  const { draft, work, isShownAtField, save, set, errorOf } = form;
  return (
    <Card title="What the app sees">
      <SettingsForm label="Browser" draft={draft} work={work} isShownAtField={isShownAtField} onSave={save}>
        <div className={classes.pair}>
          <TextSetting form={form} name="width" label="Viewport width" hint="In pixels; blank for 1280" />
          <TextSetting form={form} name="height" label="Viewport height" hint="In pixels; blank for 720" />
          <Region form={form} />
        </div>
        <TextSetting form={form} name="proxy" label="Proxy" hint="The app’s requests go through it" />
        <TextSetting
          form={form}
          name="slowMoMs"
          label="Slow motion"
          hint="Pause after each action, in milliseconds; blank for none"
        />
        <div className={classes.pair}>
          <TextSetting form={form} name="workers" label="Tests side by side" hint="Each in a browser; blank for 1" />
          <TextSetting form={form} name="retries" label="Retries" hint="Of a test that fails; blank for none" />
        </div>
        <Switch
          label="Accept invalid certificates"
          checked={draft.value.ignoreHttpsErrors}
          onChange={event => set({ ignoreHttpsErrors: event.currentTarget.checked })}
        />
        <KeptOfSelect
          label="Keep the page of every action"
          description="Runs keep each page before and after, to look at and pick from; secrets are masked"
          value={draft.value.trace}
          onChange={trace => set({ trace })}
          error={errorOf('trace')}
        />
      </SettingsForm>
    </Card>
  );
}

interface BrowserTextProps {
  form: BrowserFormState;
  name: 'width' | 'height' | 'proxy' | 'slowMoMs' | 'workers' | 'retries';
  label: string;
  hint: string;
}

const TextSetting = ({ form: { draft, set, errorOf }, name, label, hint }: BrowserTextProps) => (
  <TextInput
    label={label}
    description={hint}
    value={draft.value[name]}
    onChange={event => set({ [name]: event.currentTarget.value })}
    error={errorOf(name)}
    autoComplete="off"
    spellCheck={false}
  />
);

const Region = ({ form: { draft, set, errorOf } }: { form: BrowserFormState }) => (
  <>
    <Autocomplete
      label="Language"
      description="Such as de-DE; blank for that of the browser"
      data={LANGUAGES}
      value={draft.value.locale}
      onChange={locale => set({ locale })}
      error={errorOf('locale')}
    />
    <Autocomplete
      label="Time zone"
      description="Such as Europe/Berlin; blank for that of this machine"
      data={ZONES}
      limit={MOST_ZONES}
      value={draft.value.timezone}
      onChange={timezone => set({ timezone })}
      error={errorOf('timezone')}
    />
  </>
);
