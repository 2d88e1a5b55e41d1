import type { FailOn } from '../../model/project/fail-on.ts';
import { useProjectRead } from '../app/queries.ts';
import type { Session } from '../app/session.ts';
import type { Loaded } from '../app/state.ts';

const read = async (session: Session): Promise<FailOn> =>
  (await session.call('getProject', {})).project.settings?.failOn ?? {};

/** What fails the tests of the project that do not say it themselves. */
export const useProjectFailOn = (): Loaded<FailOn> => useProjectRead(read).reply;
