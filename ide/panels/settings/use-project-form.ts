import type { z } from 'zod';
import { useIde } from '../../app/context.tsx';
import { draftKey, useDraft } from '../../app/drafts.ts';
import { useWork } from '../../app/queries.ts';
import type { Session } from '../../app/session.ts';
import { showDone } from '../../app/toasts.tsx';
import { fieldAt, type ProjectEdit, type ProjectReply } from './project-form.ts';

export const readProject = async (session: Session): Promise<ProjectReply> =>
  (await session.call('getProject', {})).project;

interface ProjectFormRequest<Value> {
  section: string;
  schema: z.ZodType<Value>;
  project: ProjectReply;
  take(project: ProjectReply): void;
  draftOf(project: ProjectReply): Value;
  changesOf(draft: Value, project: ProjectReply): ProjectEdit;
}

/** A form of settings of the project: what is typed, what is wrong with it, and how it is saved. */
export function useProjectForm<Value extends object>(request: ProjectFormRequest<Value>) {
  const { section, schema, project, take, draftOf, changesOf } = request;
  const { editing } = useIde();
  const draft = useDraft({ key: draftKey(project.projectId, section, 'project'), schema, saved: draftOf(project) });
  const work = useWork();
  const { problem } = work;
  const field = fieldAt(problem?.field);
  const save = () =>
    work.run(async () => {
      const changes = changesOf(draft.value, project);
      const reply = await editing.change('editProject', changes);
      draft.discard();
      take(reply.project);
      showDone('Settings saved');
    });
  return {
    draft,
    work,
    isShownAtField: field !== undefined && Object.hasOwn(draft.value, field),
    errorOf: (name: string) => (field === name ? problem?.message : undefined),
    set(changes: Partial<Value>) {
      work.forget();
      draft.set({ ...draft.value, ...changes });
    },
    save: () => void save(),
  };
}
