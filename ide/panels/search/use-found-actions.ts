import { useEffect, useState } from 'react';
import { useIde } from '../../app/context.tsx';
import { attempt } from '../../commands/command.ts';
import type { Found } from './find.ts';

const LIMIT = 12;

/** Actions with the words, which only the service knows. */
export function useFoundActions(query: string): Found[] {
  const { session } = useIde();
  const [found, setFound] = useState<Found[]>([]);
  const text = query.trim();
  useEffect(() => {
    const isForService = text.length > 1 && !/^[>@#]/.test(text);
    setFound([]);
    if (!isForService) return;
    let isCurrent = true;
    void attempt('Search', async () => {
      const { hits } = await session.call('search', { text, kinds: ['action'], limit: LIMIT });
      if (!isCurrent) return;
      setFound(
        hits.map(({ moduleCode, testCode, actionId, name, excerpt }) => ({
          key: `${testCode}/${actionId}`,
          section: 'Actions',
          name: excerpt,
          where: name,
          place: { tab: 'modules', moduleId: moduleCode, testId: testCode, actionId },
        })),
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [session, text]);
  // Several fields of one action may hold the words.
  return found.filter((one, index) => found.findIndex(({ key }) => key === one.key) === index);
}
