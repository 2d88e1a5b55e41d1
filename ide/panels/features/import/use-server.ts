import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useIde } from '../../../app/context.tsx';
import { readTool } from '../../../app/session.ts';

const ServerReply = z.object({
  featureServer: z.object({ type: z.string(), fileListUrl: z.string().optional() }),
});
type Server = z.infer<typeof ServerReply>['featureServer'];

/** The feature server of the project; undefined until that is known. */
export function useServer(): Server | undefined {
  const { session } = useIde();
  const [server, setServer] = useState<Server>();
  useEffect(() => {
    let isCurrent = true;
    readTool(session, ServerReply, { name: 'getFeatureServer' }).then(
      ({ featureServer }) => isCurrent && setServer(featureServer),
      () => isCurrent && setServer({ type: 'none' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [session]);
  return server;
}
