import { Button, Menu } from '@mantine/core';
import type { CopiedRequest, RequestFormat } from '../../../../model/exchange/requests/copied-request.ts';
import { REQUEST_FORMATS } from '../../../../model/exchange/requests/index.ts';
import { useIde } from '../../../app/context.tsx';
import type { Ide } from '../../../app/ide.ts';
import { showDone, showWarning } from '../../../app/toasts.tsx';
import { copyAsActions } from '../../../commands/clipboard.ts';
import { attempt } from '../../../commands/command.ts';
import { copyText } from '../../../commands/copy-item.ts';
import { ChevronDownIcon } from '../../../ui/icons.ts';

/** The request as a text that sends it again; says why where there is none. */
export function CopyRequest({ request }: { request: CopiedRequest }) {
  const ide = useIde();
  const faults = REQUEST_FORMATS.map(format => format.fault(request));
  const formats = REQUEST_FORMATS.filter((_, index) => faults[index] === undefined);
  const fault = faults.find(each => each !== undefined);
  return (
    <div className="row wrap gap-md">
      {formats.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="compact-xs" variant="default" rightSection={<ChevronDownIcon size={12} aria-hidden />}>
              Copy as
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {formats.map(format => (
              <Menu.Item key={format.title} onClick={() => void copyAs(ide, format, request)}>
                {format.title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {fault !== undefined && <p className="flush note">{fault}</p>}
    </div>
  );
}

const copyAs = (ide: Ide, format: RequestFormat, request: CopiedRequest): Promise<void> =>
  attempt(`Copy as ${format.title}`, async () => {
    const { title, isForTests } = format;
    const text = format.text(request);
    await (isForTests ? copyAsActions(ide, text) : copyText(text));
    const toFillIn = format.toFillIn(request);
    if (toFillIn.length > 0) showWarning(`${title} copied. Replace ${listed(toFillIn)} in it: secrets were there.`);
    else showDone(isForTests ? `${title} copied. Paste it into a test.` : `${title} copied`);
  });

const MOST_LISTED = 5;

const listed = (names: readonly string[]): string => {
  const left = names.length - MOST_LISTED;
  return [...names.slice(0, MOST_LISTED), ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
};
