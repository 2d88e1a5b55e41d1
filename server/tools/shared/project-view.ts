import { z } from 'zod';
import { ProjectId, VersionId } from '../../../model/names/codes.ts';
import { DataValues } from '../../../model/names/names.ts';
import { ProjectSettings } from '../../../model/project/project.ts';
import { revisionOf } from '../../store/edits/revision.ts';
import type { OpenProject } from '../../workspace/workspace.ts';
import { DAMAGE_FIELDS, damageReply } from './damage.ts';

/** The project as replies show it. */
export const ProjectView = z.strictObject({
  projectId: ProjectId,
  name: z.string(),
  appUrl: z.string().optional(),
  defaultVersion: VersionId,
  defaultEnvironment: z.string().optional(),
  settings: ProjectSettings,
  data: DataValues,
  versions: z.array(VersionId),
  toolApi: z.boolean().describe('Whether tokens work: the switch "Enable MCP API (LLM access)"'),
  readOnly: z.string().optional().describe('Why nothing can be written, when that is so'),
  ...DAMAGE_FIELDS,
  revision: z.string().describe('Short hash of the content; give it back as ifRevision'),
});

export function projectView(open: OpenProject): z.input<typeof ProjectView> {
  const { store, tokens } = open;
  const { project, versions } = store.content;
  const { projectId, name, appUrl, defaultVersion, defaultEnvironment, settings = {}, data = {} } = project;
  return {
    projectId,
    name,
    ...(appUrl === undefined ? {} : { appUrl }),
    defaultVersion,
    ...(defaultEnvironment === undefined ? {} : { defaultEnvironment }),
    settings,
    data,
    versions: [...versions.keys()].map(id => VersionId.parse(id)),
    toolApi: tokens.enabled,
    ...(store.readOnlyReason === undefined ? {} : { readOnly: store.readOnlyReason }),
    ...damageReply(open),
    revision: revisionOf(project),
  };
}
