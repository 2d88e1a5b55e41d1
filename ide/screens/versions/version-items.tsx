import { Menu } from '@mantine/core';
import { useIde, useIdeState, useIsConnected, usePlace } from '../../app/context.tsx';
import { type CommonDialog, isInProject } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import { attempt, NO_CONNECTION } from '../../commands/command.ts';
import { typingAhead } from '../../commands/type-ahead.ts';
import { deleteVersion, makeDefault } from './version-edits.ts';

export function VersionItems() {
  const ide = useIde();
  const place = usePlace();
  const snapshot = useIdeState(snapshotOf);
  const isOpen = useIsConnected();
  if (snapshot === undefined || !isInProject(place)) return null;
  const { versions, versionId, project } = snapshot;
  const version = versions.find(one => one.versionId === versionId);
  if (version === undefined) return null;
  const open = (dialog: CommonDialog) => () => ide.navigation.go({ ...place, dialog });
  // Keys that are typed before the field is rendered belong to the name.
  const newVersion = () =>
    void typingAhead(ide, async () => {
      open('new-version')();
      return true;
    });
  const readOnly = snapshot.readOnly === null ? undefined : 'The project is read-only';
  const lost = readOnly ?? (isOpen ? undefined : NO_CONNECTION);
  const alone = versions.length > 1 ? undefined : 'There is only this version';
  const isDefault = versionId === project.defaultVersion;
  return (
    <>
      <Menu.Divider />
      <Item label="New version" obstacle={lost} onClick={newVersion} />
      <Item label="Compare…" obstacle={alone} onClick={open('compare-versions')} />
      <Item label="Copy tests…" obstacle={lost ?? alone} onClick={open('copy-tests')} />
      <Menu.Divider />
      <Menu.Label>
        <span dir="auto">{version.name}</span>
      </Menu.Label>
      <Item label="Rename" obstacle={lost} onClick={open('rename-version')} />
      <Item
        label="Make default"
        obstacle={lost ?? (isDefault ? 'It is the default version' : undefined)}
        onClick={() => void attempt('Make default', () => makeDefault(ide, version))}
      />
      <Item
        label="Delete"
        color="red"
        obstacle={lost ?? (isDefault ? 'Make another version the default first' : undefined)}
        onClick={() => void attempt('Delete', () => deleteVersion(ide, version))}
      />
    </>
  );
}

interface VersionItemProps {
  label: string;
  color?: string;
  obstacle: string | undefined;
  onClick(): void;
}

const Item = ({ label, color, obstacle, onClick }: VersionItemProps) => (
  <Menu.Item color={color} disabled={obstacle !== undefined} title={obstacle} onClick={onClick}>
    {label}
  </Menu.Item>
);
