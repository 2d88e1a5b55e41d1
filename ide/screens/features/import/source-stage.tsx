import { Button, FileInput, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ProjectPlace } from '../../../app/places.ts';
import { useAnswer } from '../../../app/queries.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';
import { inWords } from '../../../parts/feature-server/in-words.ts';
import { ServerProgress } from '../../../parts/feature-server/server-progress.tsx';
import { SettingsLink } from '../../../parts/feature-server/settings-link.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import type { FeatureImportSource, ImportCall } from './use-import.ts';

type Server = Pick<ReplyOf<'getFeatureServer'>['featureServer'], 'type' | 'fileListUrl'>;

function useServer(): Server | undefined {
  const { reply } = useAnswer('getFeatureServer', {});
  if (reply.phase === 'loading') return undefined;
  return reply.phase === 'failed' ? { type: 'none' } : reply.value.featureServer;
}

interface SourceStageProps {
  place: ProjectPlace;
  dropped: readonly File[] | undefined;
  call: ImportCall;
  onList(source: FeatureImportSource): Promise<void>;
  onCancel(): void;
}

type Kind = FeatureImportSource['source'];

export function SourceStage({ place, dropped, call, onList, onCancel }: SourceStageProps) {
  const isListing = call.phase === 'working';
  const [kind, setKind] = useState<Kind>(dropped === undefined ? 'server' : 'upload');
  const [files, setFiles] = useState<readonly File[]>(dropped ?? []);
  const [path, setPath] = useState('');
  const server = useServer();
  const source = sourceOf(kind, { files, path, isServerSet: server?.type !== 'none' && server !== undefined });
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (source !== undefined && !isListing) void onList(source);
      }}
    >
      <Stack gap="sm">
        <KindChoice kind={kind} isListing={isListing} onKind={setKind} />
        {kind === 'server' && <ServerFacts server={server} place={place} />}
        {kind === 'upload' && (
          <FileInput
            multiple
            clearable
            label="Files"
            description="Feature files or one zip archive. You can also drop them on the page."
            accept=".feature,.zip"
            placeholder="Choose files"
            value={[...files]}
            onChange={setFiles}
            disabled={isListing}
          />
        )}
        {kind === 'folder' && (
          <TextInput
            label="Folder"
            description="Full path on the machine of the service. Feature files in it and in its subfolders are read."
            placeholder="/home/ann/features"
            value={path}
            onChange={event => setPath(event.currentTarget.value)}
            readOnly={isListing}
          />
        )}
        {call.phase === 'failed' && <Problem>{inWords(call.problem.message)}</Problem>}
        <ServerProgress of="import" label="Import" call={call} else="Listing the features" />
        <Group justify="flex-end" gap="xs">
          {isListing && (
            <Button variant="default" size="xs" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" size="xs" loading={isListing} disabled={source === undefined}>
            List features
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface KindChoiceProps {
  kind: Kind;
  isListing: boolean;
  onKind(kind: Kind): void;
}

const KindChoice = ({ kind, isListing, onKind }: KindChoiceProps) => (
  <Radio.Group
    label="Import from"
    value={kind}
    onChange={value => onKind(KINDS.find(one => one === value) ?? 'server')}
  >
    <Group gap="lg" mt={4}>
      {KINDS.map(one => (
        <Radio
          key={one}
          value={one}
          label={TITLES[one]}
          disabled={isListing}
          // The focus starts here rather than at the close button, and returns here from the next stage.
          data-autofocus={one === kind || undefined}
          autoFocus={one === kind}
        />
      ))}
    </Group>
  </Radio.Group>
);

const KINDS: readonly Kind[] = ['server', 'upload', 'folder'];

const TITLES: Record<Kind, string> = {
  server: 'Sync from server',
  upload: 'Upload .feature / .zip',
  folder: 'Folder',
};

interface ChosenSource {
  files: readonly File[];
  path: string;
  isServerSet: boolean;
}

function sourceOf(kind: Kind, { files, path, isServerSet }: ChosenSource): FeatureImportSource | undefined {
  if (kind === 'server') return isServerSet ? { source: kind } : undefined;
  if (kind === 'upload') return files.length > 0 ? { source: kind, files } : undefined;
  return path.trim() === '' ? undefined : { source: kind, path: path.trim() };
}

function ServerFacts({ server, place }: { server: ReturnType<typeof useServer>; place: ProjectPlace }) {
  if (server === undefined) return <SkeletonRows count={1} />;
  const settings = <SettingsLink place={place} />;
  if (server.type === 'none')
    return <p className="flush normal-size dim break-words">No feature server is set up. Set one up in {settings}.</p>;
  return (
    <p className="flush normal-size dim break-words">
      <span dir="auto">{server.fileListUrl ?? server.type}</span>, as set in {settings}
    </p>
  );
}
