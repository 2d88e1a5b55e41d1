import { Button, FileButton, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { isAppError } from '../../../model/errors/errors.ts';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { attempt } from '../../commands/command.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Hint } from '../../ui/hint.tsx';
import { FeaturesIcon, UploadIcon } from '../../ui/icons.ts';
import { sizeText } from '../../ui/size-text.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { FilePreview } from './file-preview.tsx';
import classes from './files.module.css';
import { deleteFile, folderOf, type ProjectFile, uploadFiles, useFiles } from './project-files.ts';

export function FilesDialog({ place }: { place: ProjectPlace }) {
  const { navigation } = useIde();
  const close = () => navigation.go({ ...place, dialog: undefined, file: undefined }, { replace: true });
  return (
    <Dialog opened onClose={close} size="60rem" title="Files">
      <Files place={place} />
    </Dialog>
  );
}

function Files({ place }: { place: ProjectPlace }) {
  const ide = useIde();
  const { reply: files, again } = useFiles();
  const [isBusy, setBusy] = useState(false);
  const known = files.phase === 'ready' ? files.value : [];
  const folders = [...new Set(['', ...known.map(({ path }) => folderOf(path))])].toSorted();
  const [chosenFolder, setFolder] = useState<string>();
  // The folder of the shown file, until another one is chosen.
  const folder = chosenFolder ?? folderOf(place.file ?? '');
  const show = (path: string | undefined) =>
    ide.navigation.go({ ...place, dialog: 'files', file: path }, { replace: true });
  const upload = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    setBusy(true);
    await attempt('Upload', async () =>
      show(await uploadFiles(ide, place.projectId, { files: chosen, known, folder })),
    );
    // Even after a failure some files may be there.
    again();
    setBusy(false);
  };
  const { isOver, dropProps } = useFileDrop(chosen => void upload(chosen));
  return (
    <div className={classes.area} data-over={isOver || undefined} {...dropProps}>
      <div className={`row wrap gap-xl ${classes.bar}`}>
        <FileButton multiple onChange={chosen => void upload(chosen)}>
          {props => (
            <Button
              {...props}
              size="xs"
              loading={isBusy}
              leftSection={<UploadIcon size={15} aria-hidden />}
              data-autofocus
            >
              Upload files
            </Button>
          )}
        </FileButton>
        {folders.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Folder"
            value={folder}
            data={folders.map(value => ({ value, label: value === '' ? 'into files/' : `into ${value}` }))}
            onChange={event => setFolder(event.currentTarget.value)}
          />
        )}
        <span className="flush note">or drop them here; a file can have up to 20 MB</span>
      </div>
      {files.phase === 'loading' && <SkeletonRows count={6} label="Loading the files" />}
      {files.phase === 'failed' && (
        <Failure title="The files cannot be listed" message={files.message} onRetry={again} />
      )}
      {files.phase === 'ready' && <Content files={files.value} place={place} onShow={show} onChanged={again} />}
    </div>
  );
}

interface ContentProps {
  files: readonly ProjectFile[];
  place: ProjectPlace;
  onShow(path: string | undefined): void;
  onChanged(): void;
}

function Content({ files, place, onShow, onChanged }: ContentProps) {
  const ide = useIde();
  const [refused, setRefused] = useState<{ path: string; message: string }>();
  const shown = files.find(({ path }) => path === place.file) ?? files[0];
  if (shown === undefined)
    return (
      <Hint title="No files yet" icon={<FeaturesIcon size={22} aria-hidden />}>
        Tests upload files of the project to the app, and take the rows of their data from them.
      </Hint>
    );
  const { path } = shown;
  const remove = (force: boolean) =>
    attempt('Delete', async () => {
      try {
        await deleteFile(ide, { projectId: place.projectId, path }, { force, onBack: onChanged });
        setRefused(undefined);
        onShow(undefined);
        await onChanged();
      } catch (error) {
        if (!isAppError(error, 'in-use')) throw error;
        setRefused({ path, message: inUse(shown) });
      }
    });
  return (
    <div className={`stack boxed ${classes.columns}`}>
      <FileList files={files} shown={path} onShow={onShow} />
      <FilePreview
        key={path}
        file={shown}
        place={place}
        problem={refused?.path === path ? refused.message : undefined}
        onDelete={force => void remove(force)}
      />
    </div>
  );
}

const inUse = ({ uses = [] }: ProjectFile): string =>
  `${uses.length === 1 ? 'One place uses' : `${uses.length} places use`} this file: without it they fail.`;

interface FileListProps {
  files: readonly ProjectFile[];
  shown: string;
  onShow(path: string): void;
}

const FileList = ({ files, shown, onShow }: FileListProps) => (
  <ul className={`scroll plain-list ${classes.list}`} aria-label="Files">
    {files.map(file => (
      <li key={file.path}>
        <button
          type="button"
          className={`stack bare ${classes.file}`}
          aria-current={file.path === shown || undefined}
          onClick={() => onShow(file.path)}
        >
          <span className="break-words" dir="auto">
            {file.path}
          </span>
          <span className={`small quiet ${classes.size}`}>{sizeText(file.sizeBytes)}</span>
          <span className={`small quiet ${classes.used}`}>{usedText(file)}</span>
        </button>
      </li>
    ))}
  </ul>
);

const usedText = ({ uses = [] }: ProjectFile): string => {
  if (uses.length === 0) return 'not used';
  return uses.length === 1 ? 'used once' : `used ${uses.length} times`;
};
