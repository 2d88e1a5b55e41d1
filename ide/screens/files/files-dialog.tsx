import { Button, FileButton, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useIde } from '../../app/context.tsx';
import { isInProject, type ProjectPlace } from '../../app/places.ts';
import { useCall } from '../../app/queries.ts';
import { attempt } from '../../commands/command.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Hint } from '../../ui/hint.tsx';
import { FeaturesIcon, UploadIcon } from '../../ui/icons.ts';
import { sizeText } from '../../ui/size-text.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { useFocusAfter } from '../../ui/use-focus-return.ts';
import { FilePreview } from './file-preview.tsx';
import classes from './files.module.css';
import { folderOf, type ProjectFile, uploadFiles, useFiles } from './project-files.ts';

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
  const { call, start } = useCall<void>();
  const known = files.phase === 'ready' ? files.value.files : [];
  const folders = [...new Set(['', ...known.map(({ path }) => folderOf(path))])].toSorted();
  const [chosenFolder, setFolder] = useState<string>();
  // The folder of the shown file, until another one is chosen.
  const folder = chosenFolder ?? folderOf(place.file ?? '');
  const show = (path: string | undefined) => {
    const now = ide.navigation.place();
    // An upload may end when something else is shown.
    if (isInProject(now) && now.projectId === place.projectId && now.dialog === 'files')
      ide.navigation.go({ ...now, file: path }, { replace: true });
  };
  const upload = (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    const work = async () =>
      show(await uploadFiles(ide, place.projectId, { files: chosen, known, folder, onBack: again }));
    // Even after a failure some files may be there.
    void start(() => attempt('Upload', work).finally(again));
  };
  const { isOver, dropProps } = useFileDrop(upload);
  return (
    <div className={classes.area} data-over={isOver || undefined} {...dropProps}>
      <div className={`row wrap gap-xl ${classes.bar}`}>
        <FileButton multiple onChange={upload}>
          {props => (
            <Button
              {...props}
              size="xs"
              loading={call.phase === 'working'}
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
      {files.phase === 'ready' && <Content files={known} place={place} onShow={show} onChanged={again} />}
    </div>
  );
}

interface ContentProps {
  files: readonly ProjectFile[];
  place: ProjectPlace;
  onShow(path: string): void;
  onChanged(): void;
}

function Content({ files, place, onShow, onChanged }: ContentProps) {
  const shown = files.find(({ path }) => path === place.file) ?? files[0];
  if (shown === undefined)
    return (
      <Hint title="No files yet" icon={<FeaturesIcon size={22} aria-hidden />}>
        Tests upload files of the project to the app, and take the rows of their data from them.
      </Hint>
    );
  return (
    <div className={`stack boxed ${classes.columns}`}>
      <FileList files={files} shown={shown.path} onShow={onShow} />
      <FilePreview key={shown.path} file={shown} place={place} onChanged={onChanged} />
    </div>
  );
}

interface FileListProps {
  files: readonly ProjectFile[];
  shown: string;
  onShow(path: string): void;
}

const SHOWN_FILE = 'shown-file';

function FileList({ files, shown, onShow }: FileListProps) {
  useFocusAfter(shown, SHOWN_FILE);
  return (
    <ul className={`scroll plain-list ${classes.list}`} aria-label="Files">
      {files.map(file => (
        <li key={file.path}>
          <button
            type="button"
            id={file.path === shown ? SHOWN_FILE : undefined}
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
}

const usedText = ({ uses = [] }: ProjectFile): string => {
  if (uses.length === 0) return 'not used';
  return uses.length === 1 ? 'used once' : `used ${uses.length} times`;
};
