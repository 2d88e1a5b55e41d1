import { useState } from 'react';
import { isReadable } from '../../../../../model/exchange/files-to-import.ts';
import { messageOf } from '../../../../app/bridge-client.ts';
import { type ChosenCode, refusalOf, withFiles } from './chosen-files.ts';
import { type FoundFile, foundBelow, textsOf } from './read-files.ts';

/** Files to be imported together. A single one is given to `takeOne` instead, unless others are chosen already. */
export function useChosenFiles(takeOne: (text: string, fileName: string) => void) {
  const [files, setFiles] = useState<readonly ChosenCode[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [isReading, setReading] = useState(false);

  const read = async (found: readonly FoundFile[]) => {
    const [only] = found;
    const isAlone = found.length === 1 && files.length === 0 && only !== undefined && !only.path.includes('/');
    const fitting = isAlone ? found : found.filter(({ path }) => isReadable(path));
    const reason = refusalOf(found, { count: files.length, isAlone });
    setRefusal(reason);
    const texts = reason === undefined ? await textsOf(fitting) : undefined;
    const [first] = texts ?? [];
    if (isAlone && first !== undefined) takeOne(first.text, first.path);
    else if (texts !== undefined) setFiles(known => withFiles(known, texts));
  };

  const reading = async (find: () => Promise<readonly FoundFile[] | undefined>) => {
    setReading(true);
    try {
      const found = await find();
      if (found === undefined) setRefusal('The folder holds too many files. Choose a smaller one.');
      else await read(found);
    } catch (error) {
      // The browser's own, as where a folder is gone meanwhile.
      if (!(error instanceof DOMException)) throw error;
      setRefusal(`It cannot be read: ${messageOf(error)}`);
    } finally {
      setReading(false);
    }
  };

  return {
    files,
    refusal,
    isReading,
    take: (found: readonly FoundFile[]) => reading(async () => found),
    takeDropped: (dropped: Parameters<typeof foundBelow>[0]) => reading(() => foundBelow(dropped)),
    remove: (path: string) => setFiles(known => known.filter(file => file.path !== path)),
    clear: () => {
      setFiles([]);
      setRefusal(undefined);
    },
  };
}

export type ChosenFiles = ReturnType<typeof useChosenFiles>;
