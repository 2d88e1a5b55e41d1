import { Button, Loader, Menu, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { showDone } from '../../app/toasts.tsx';
import { attempt } from '../../commands/command.ts';
import { ChevronDownIcon, DownloadIcon } from '../../ui/icons.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { fileUrl, saveFile } from './run-files.ts';

/** Reports of long runs take their time. */
const LIMIT_MS = 120_000;

const FORMATS = [
  { format: 'cucumber', label: 'Cucumber JSON' },
  { format: 'messages', label: 'Messages NDJSON' },
  { format: 'html', label: 'HTML' },
  { format: 'junit', label: 'JUnit XML' },
  { format: 'allure', label: 'Allure results' },
  { format: 'pretty', label: 'Text' },
] as const;

interface DownloadMenuProps {
  place: ProjectPlace;
  runId: string;
  /** Why there are no reports yet. */
  obstacle: string | undefined;
}

/** The results of a run as files of other programs. */
export function DownloadMenu({ place, runId, obstacle }: DownloadMenuProps) {
  const { session } = useIde();
  const [making, setMaking] = useState<string>();
  const download = async (format: (typeof FORMATS)[number]['format'], label: string) => {
    setMaking(label);
    await attempt(`Download ${label}`, async () => {
      const given = { runId, format, as: 'file' } as const;
      const { fileName, warnings = [] } = await session.call('getReport', given, { timeoutMs: LIMIT_MS });
      await saveFile(session, fileUrl(place, runId, `reports/${fileName}`), fileName);
      if (warnings.length > 0) showDone(warnings.join(' '));
    });
    setMaking(undefined);
  };
  const icon = <DownloadIcon size={15} aria-hidden />;
  if (obstacle !== undefined)
    return <TextButton label="Download" icon={icon} variant="default" obstacle={obstacle} onClick={() => {}} />;
  return (
    <Menu position="bottom-end" disabled={making !== undefined}>
      <Menu.Target>
        {/* A button that is switched off would lose the keys, which come back to it from the menu. */}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={making === undefined ? icon : <Loader size={15} aria-hidden />}
          rightSection={<ChevronDownIcon size={13} aria-hidden />}
          aria-disabled={making !== undefined || undefined}
        >
          Download
          <VisuallyHidden role="status">{making === undefined ? '' : `: making ${making}`}</VisuallyHidden>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => void download(format, label)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
