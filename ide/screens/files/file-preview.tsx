import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import { isAppError } from '../../../model/errors/errors.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { useRead, useWork } from '../../app/queries.ts';
import { type Loaded, snapshotOf } from '../../app/state.ts';
import { attempt } from '../../commands/command.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { Problem } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { DownloadIcon, TrashIcon } from '../../ui/icons.ts';
import { sizeText } from '../../ui/size-text.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import classes from './files.module.css';
import { deleteFile, type ProjectFile, readFile, urlOf } from './project-files.ts';

const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
};

/** More takes long to draw, and nobody reads it here. */
const MOST_CHARACTERS = 100_000;
const MOST_BYTES = 5_000_000;

type Content =
  | { kind: 'text'; text: string; isCut: boolean }
  | { kind: 'picture'; url: string }
  | { kind: 'none'; message: string };

async function contentOf(path: string, blob: Blob): Promise<Content> {
  const type = PICTURES[path.split('.').at(-1)?.toLowerCase() ?? ''];
  if (type !== undefined) return { kind: 'picture', url: URL.createObjectURL(new Blob([blob], { type })) };
  const text = await blob.slice(0, MOST_CHARACTERS).text();
  // Binary content.
  if (/[\0\uFFFD]/.test(text.slice(0, -1)))
    return { kind: 'none', message: 'There is no preview of files of this kind.' };
  return { kind: 'text', text, isCut: blob.size > MOST_CHARACTERS };
}

function useContent(projectId: string, { path, sizeBytes, modified }: ProjectFile): Loaded<Content> {
  const ide = useIde();
  const { reply } = useRead<Content>(
    async (_session, { signal }) =>
      sizeBytes > MOST_BYTES
        ? { kind: 'none', message: 'It is too large to be shown here.' }
        : contentOf(path, await readFile(ide, { projectId, path }, signal)),
    // A file that was uploaded again under its name is read again.
    [projectId, path, sizeBytes, modified],
  );
  const url = reply.phase === 'ready' && reply.value.kind === 'picture' ? reply.value.url : undefined;
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url]);
  return reply;
}

interface FilePreviewProps {
  file: ProjectFile;
  place: ProjectPlace;
  onChanged(): void;
}

export function FilePreview({ file, place, onChanged }: FilePreviewProps) {
  const { session } = useIde();
  const reply = useContent(place.projectId, file);
  const { path } = file;
  const url = urlOf({ path, projectId: place.projectId });
  const name = path.split('/').at(-1) ?? path;
  const { isBusy, problem, remove } = useDeletion({ file, place, onChanged });
  return (
    <section className={`column gap-md ${classes.preview}`} aria-label={`File ${path}`}>
      <h3 className="flush normal-size break-words" dir="auto">
        {path}
      </h3>
      <p className="flush note">
        {sizeText(file.sizeBytes)} · changed {new Date(file.modified).toLocaleString()}
      </p>
      <Uses file={file} place={place} />
      <div className={`fill scroll on-raised ${classes.content}`}>
        <Shown reply={reply} path={path} />
      </div>
      {problem !== undefined && <Problem>{problem.message}</Problem>}
      <Group gap="xs" justify="flex-end">
        <Button
          size="xs"
          variant="default"
          leftSection={<DownloadIcon size={15} aria-hidden />}
          onClick={() => void attempt('Download', () => saveFile(session, url, name))}
        >
          Download
        </Button>
        <Button
          size="xs"
          variant="default"
          c="var(--st-failed)"
          leftSection={<TrashIcon size={15} aria-hidden />}
          loading={isBusy}
          onClick={remove}
        >
          {problem === undefined ? 'Delete' : 'Delete all the same'}
        </Button>
      </Group>
    </section>
  );
}

/** Whoever has read that a file is in use deletes it all the same. */
function useDeletion({ file, place, onChanged }: FilePreviewProps) {
  const ide = useIde();
  const { isBusy, problem, refuse, run } = useWork();
  const { path, uses = [] } = file;
  const remove = async () => {
    try {
      const how = { force: problem !== undefined, onBack: onChanged };
      await deleteFile(ide, { projectId: place.projectId, path }, how);
      onChanged();
    } catch (error) {
      if (!isAppError(error, 'in-use')) throw error;
      const count = uses.length === 1 ? 'One place uses' : `${uses.length} places use`;
      refuse({ message: `${count} this file: without it they fail.` });
    }
  };
  return { isBusy, problem, remove: () => void run(() => attempt('Delete', remove)) };
}

function Shown({ reply, path }: { reply: Loaded<Content>; path: string }) {
  if (reply.phase === 'loading') return <SkeletonRows count={4} label="Loading the file" />;
  if (reply.phase === 'failed') return <p className="flush note">{reply.message}</p>;
  const content = reply.value;
  switch (content.kind) {
    case 'picture':
      return <img src={content.url} alt={path} className={classes.picture} />;
    case 'none':
      return <p className="flush note">{content.message}</p>;
    case 'text':
      return (
        <pre className={classes.text} dir="auto">
          {content.text === '' ? 'The file is empty.' : content.text}
          {content.isCut && '\n…'}
        </pre>
      );
  }
}

function Uses({ file, place }: { file: ProjectFile; place: ProjectPlace }) {
  const snapshot = useIdeState(snapshotOf);
  const { uses = [] } = file;
  if (uses.length === 0) return <p className="flush note">Not used by any test</p>;
  const { projectId } = place;
  return (
    <ul className={`scroll plain-list small ${classes.uses}`} aria-label="Used in">
      {uses.map(({ versionId, moduleCode, testCode, actionIndex, role }) => {
        const isHere = versionId === snapshot?.versionId;
        const name = (isHere && testCode !== undefined ? snapshot?.tests[testCode]?.name : undefined) ?? testCode;
        const where = actionIndex === undefined ? 'data' : `action ${actionIndex + 1}`;
        return (
          <li key={`${versionId} ${testCode} ${actionIndex} ${role}`}>
            {role === undefined ? (
              <>
                <PlaceLink place={{ tab: 'modules', projectId, versionId, moduleId: moduleCode, testId: testCode }}>
                  <span dir="auto">{name}</span>
                </PlaceLink>
                , {where}
                {isHere ? '' : ` in version ${versionId}`}
              </>
            ) : (
              <>Sign-in state of role “{role}”</>
            )}
          </li>
        );
      })}
    </ul>
  );
}
