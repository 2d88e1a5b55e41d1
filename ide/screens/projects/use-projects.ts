import { useEffect } from 'react';
import type { ProjectId } from '../../../model/names/codes.ts';
import { useIdeState } from '../../app/context.tsx';
import { useAnswer } from '../../app/queries.ts';
import type { ReplyOf } from '../../app/tool-replies.ts';

/** What is in a project and how it ran last. */
export type ProjectFacts = ReplyOf<'getProjects'>['projects'][number];

export interface ListedProject {
  projectId: ProjectId;
  name: string;
  /** Why it could not be opened. */
  problem?: string | undefined;
  /** What is in it and how it ran last; undefined until that is known, and for those who may not know it. */
  facts?: ProjectFacts | undefined;
}

/** The projects of the workspace as they are now, and whether whoever looks may make and delete some. */
export function useProjects() {
  const entries = useIdeState(state => state.projects);
  const isWanted = useIdeState(state => state.connection.phase === 'open');
  // They are told of when one comes or goes. Those who see one project alone are shown the names.
  const { reply, again } = useAnswer('getProjects', {}, { causes: [entries], isWanted, isKept: true });
  useEffect(() => {
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, [again]);
  const listed = reply.phase === 'ready' ? reply.value.projects : undefined;
  const projects = entries.map(({ projectId, name, problem }): ListedProject => {
    const facts = listed?.find(one => one.projectId === projectId);
    return { projectId, name: facts?.name ?? name, problem, facts };
  });
  return { projects: projects.toSorted(byName), isOwner: listed !== undefined, again };
}

const byName = (left: ListedProject, right: ListedProject): number => left.name.localeCompare(right.name);
