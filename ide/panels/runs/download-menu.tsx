import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { readTool } from '../../app/session.ts';
import { showDone } from '../../app/toasts.tsx';
import { attempt } from '../../commands/command.ts';
import { ChevronDownIcon, DownloadIcon } from '../../ui/icons.ts';
import { fileUrl } from '../execution/run-files.ts';

/** Reports of long runs take their time. */
const LIMIT_MS = 120_000;

const FORMATS = [
  { format: 'cucumber', label: 'Cucumber JSON' },
  { format: 'messages', label: 'Messages NDJSON' },
  { format: 'html', label: 'HTML' },
  { format: 'junit', label: 'JUnit XML' },
  { format: 'allure', label: 'Allure results' },
  { format: 'pretty', label: 'Text' },
];

const ReportReply = z.object({ fileName: z.string(), warnings: z.array(z.string()).optional() });

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
  const download = async (format: string, label: string) => {
    setMaking(label);
    const call = { name: 'getReport', given: { runId, format, as: 'file' }, options: { timeoutMs: LIMIT_MS } };
    await attempt(`Download ${label}`, async () => {
      const { fileName, warnings = [] } = await readTool(session, ReportReply, call);
      save(fileUrl(place, runId, `reports/${fileName}`), fileName);
      if (warnings.length > 0) showDone(warnings.join(' '));
    });
    setMaking(undefined);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<DownloadIcon size={15} aria-hidden />}
          rightSection={<ChevronDownIcon size={13} aria-hidden />}
          loading={making !== undefined}
          disabled={obstacle !== undefined}
          title={obstacle}
        >
          Download
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

function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
