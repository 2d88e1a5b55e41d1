import { useCallback, useEffect, useState } from 'react';
import type { ProjectId } from '../../../model/names/codes.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
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
  const { session } = useIde();
  const entries = useIdeState(state => state.projects);
  const isConnected = useIdeState(state => state.connection.phase === 'open');
  const [listed, setListed] = useState<readonly ProjectFacts[]>();
  const read = useCallback(async () => {
    // Those who see one project alone, and those without a connection, are shown the names.
    const reply = await session.call('getProjects', {}).catch(() => undefined);
    if (reply !== undefined) setListed(reply.projects);
  }, [session]);
  useEffect(() => {
    // They are told of when one comes or goes.
    void entries;
    if (isConnected) void read();
  }, [entries, isConnected, read]);
  useEffect(() => {
    const onFocus = () => void read();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [read]);
  const projects = entries.map(({ projectId, name, problem }): ListedProject => {
    const facts = listed?.find(one => one.projectId === projectId);
    return { projectId, name: facts?.name ?? name, problem, facts };
  });
  return { projects: projects.toSorted(byName), isOwner: listed !== undefined, refresh: read };
}

const byName = (left: ListedProject, right: ListedProject): number => left.name.localeCompare(right.name);
