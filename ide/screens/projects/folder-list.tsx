import { Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useAnswer } from '../../app/queries.ts';
import { AppWindowIcon, FolderIcon, MoveUpIcon } from '../../ui/icons.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import classes from './folder-list.module.css';

/** A typed path is looked up after this pause. */
const TYPING_MS = 200;

interface FolderListProps {
  /** Empty: the home folder of the service's user. */
  path: string;
  onPick(path: string): void;
}

/** A path that leads nowhere leaves the last list in place. */
export function FolderList({ path, onPick }: FolderListProps) {
  const [sought] = useDebouncedValue(path.trim(), TYPING_MS);
  const given = { ...(sought === '' ? {} : { path: sought }), projectId: undefined, versionId: undefined };
  const { reply } = useAnswer('getFolders', given, { isKept: true });
  if (reply.phase === 'loading') return <SkeletonRows count={5} />;
  if (reply.phase === 'failed') return null;
  const { parent, folders, omitted, isProject, path: shown } = reply.value;
  return (
    <div className="stack gap-xs may-shrink">
      <Text size="xs" c="dimmed" className="break-words">
        {isProject ? `A project is in ${shown}` : `Folders in ${shown}`}
      </Text>
      <ul className={`plain-list boxed ${classes.list}`} aria-label={`Folders in ${shown}`}>
        {parent !== undefined && (
          <li>
            <UnstyledButton className={classes.row} onClick={() => onPick(parent)}>
              <MoveUpIcon size={15} aria-hidden /> Up to {parent}
            </UnstyledButton>
          </li>
        )}
        {folders.map(folder => (
          <li key={folder.path}>
            <UnstyledButton className={classes.row} onClick={() => onPick(folder.path)}>
              {folder.isProject ? <AppWindowIcon size={15} aria-hidden /> : <FolderIcon size={15} aria-hidden />}
              <span className="may-shrink break-words">{folder.name}</span>
              {folder.isProject && <span className={`small accent ${classes.kind}`}>project</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {omitted !== undefined && (
        <Text size="xs" c="dimmed">
          {omitted} more: type the path.
        </Text>
      )}
    </div>
  );
}
