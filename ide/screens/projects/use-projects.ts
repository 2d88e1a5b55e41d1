import { useWindowEvent } from '@mantine/hooks';
import type { ProjectId } from '../../../model/names/codes.ts';
import { useIdeState } from '../../app/context.tsx';
import { useAnswer } from '../../app/queries.ts';
import type { ReplyOf } from '../../app/tool-replies.ts';

export type ProjectFacts = ReplyOf<'getProjects'>['projects'][number];

export interface ListedProject {
  projectId: ProjectId;
  name: string;
  problem?: string | undefined;
  /** Undefined until known, and for people without access. */
  facts?: ProjectFacts | undefined;
}

export function useProjects() {
  const entries = useIdeState(state => state.projects);
  // `entries` changes when a project comes or goes. People with access to one project only see the names.
  const { reply, again } = useAnswer('getProjects', {}, { causes: [entries], isKept: true });
  useWindowEvent('focus', again);
  const listed = reply.phase === 'ready' ? reply.value.projects : undefined;
  const projects = entries.map(({ projectId, name, problem }): ListedProject => {
    const facts = listed?.find(one => one.projectId === projectId);
    return { projectId, name: facts?.name ?? name, problem, facts };
  });
  return { projects: projects.toSorted(byName), isOwner: listed !== undefined, again };
}

const byName = (left: ListedProject, right: ListedProject): number => left.name.localeCompare(right.name);
