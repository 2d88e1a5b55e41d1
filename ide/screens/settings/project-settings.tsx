import { useIde } from '../../app/context.tsx';
import { draftKey } from '../../app/drafts.ts';
import type { Session } from '../../app/session.ts';
import { attempt } from '../../commands/command.ts';
import { SettingTexts, textsOf } from '../../parts/setting-fields.ts';
import { SettingRows } from '../../parts/setting-rows.tsx';
import { Card } from '../../ui/card.tsx';
import { SettingsForm } from './parts/form-parts.tsx';
import { LoadedCard } from './parts/loaded-card.tsx';
import { useSettingsForm } from './parts/use-settings-form.ts';
import { changesOf, fieldsOf, type ProjectReply } from './setting-fields.ts';

interface ProjectSettingsProps {
  of: Parameters<typeof fieldsOf>[0];
  title: string;
  label: string;
}

const readProject = async (session: Session): Promise<ProjectReply> => (await session.call('getProject', {})).project;

/** Saved together. */
export const ProjectSettings = (props: ProjectSettingsProps) => (
  <LoadedCard title={props.title} read={readProject}>
    {(project, { take }) => <ProjectForm {...props} project={project} take={take} />}
  </LoadedCard>
);

interface ProjectFormProps extends ProjectSettingsProps {
  project: ProjectReply;
  take(project: ProjectReply): void;
}

function ProjectForm({ of, title, label, project, take }: ProjectFormProps) {
  const { editing } = useIde();
  const fields = fieldsOf(of);
  const form = useSettingsForm({
    key: draftKey(project.projectId, of, 'project'),
    schema: SettingTexts,
    saved: textsOf(fields, project),
    async send(texts) {
      const reply = await editing.change('editProject', changesOf(fields, texts, project));
      take(reply.project);
      return { stored: textsOf(fields, reply.project), done: 'Settings saved' };
    },
  });
  return (
    <Card title={title}>
      <SettingsForm
        label={label}
        form={form}
        isShownAtField={fields.some(({ name }) => form.errorOf(name) !== undefined)}
      >
        <SettingRows fields={fields} texts={form.draft.value} errorOf={form.errorOf} onChange={form.set} />
      </SettingsForm>
    </Card>
  );
}

/** Each saved as soon as it is changed. */
export function ProjectSwitches({ of, title }: Omit<ProjectSettingsProps, 'label'>) {
  const { editing } = useIde();
  const fields = fieldsOf(of);
  return (
    <LoadedCard title={title} read={readProject}>
      {(project, { again, take }) => (
        <Card title={title}>
          <SettingRows
            fields={fields}
            texts={textsOf(fields, project)}
            errorOf={() => undefined}
            onChange={texts => {
              const edit = changesOf(fields, { ...textsOf(fields, project), ...texts }, project);
              take({ ...project, settings: { ...project.settings, ...edit.settings } });
              // Reads again, so that a refused change does not stay on the screen.
              void attempt('Change the setting', () => editing.change('editProject', edit)).then(again);
            }}
          />
        </Card>
      )}
    </LoadedCard>
  );
}
