import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIde } from '../../../app/context.tsx';
import { useWork } from '../../../app/queries.ts';
import type { Session } from '../../../app/session.ts';
import { showDone } from '../../../app/toasts.tsx';
import type { ReplyOf } from '../../../app/tool-replies.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Card } from '../../../ui/card.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import classes from '../parts/form.module.css';
import { LoadedCard } from '../parts/loaded-card.tsx';
import { Verdict } from '../parts/verdict.tsx';
import own from './extension.module.css';
import { LoadSteps } from './load-steps.tsx';
import { Pairing } from './pairing.tsx';

type ExtensionState = ReplyOf<'getExtension'>;

/** It is installed and paired in the browser, which the page learns only by asking. */
const LOOK_EVERY_MS = 1_500;

const readExtension = (session: Session) => session.call('getExtension', {});

export const ExtensionSettings = () => (
  <LoadedCard title="Browser extension" read={readExtension} everyMs={LOOK_EVERY_MS}>
    {(extension, { again }) =>
      extension.devices.length === 0 ? (
        <NotPaired extension={extension} />
      ) : (
        <Paired extension={extension} onChange={again} />
      )
    }
  </LoadedCard>
);

const NotPaired = ({ extension }: { extension: ExtensionState }) => (
  <>
    <Card title="1. Load the extension">
      <div className={classes.form}>
        <p className="flush note">
          It lends a tab of your everyday Chrome to this project, signed in as you are: tests are recorded and run
          there. It sees only the tabs that you lend, and no site until you do.
        </p>
        <LoadSteps folder={extension.folder} />
      </div>
    </Card>
    <Card title="2. Pair it">
      <Pairing />
    </Card>
  </>
);

interface PairedProps {
  extension: ExtensionState;
  onChange(): void;
}

function Paired({ extension, onChange }: PairedProps) {
  const { session } = useIde();
  const { isBusy, problem, run } = useWork();
  const isConnected = extension.devices.some(({ state }) => state === 'connected');
  const takeBack = () =>
    run(async () => {
      await session.call('giveTabBack', {});
      onChange();
    });
  const revoke = ({ deviceId, name }: Device) =>
    run(async () => {
      await session.call('unpairExtension', { deviceId });
      showDone(`${name} is no longer paired`);
      onChange();
    });
  return (
    <>
      <Card title="Paired browsers">
        <div className={classes.form}>
          {isConnected && <LentTab title={extension.lent?.title} isBusy={isBusy} onTakeBack={() => void takeBack()} />}
          {problem !== undefined && <Problem>{problem.message}</Problem>}
          <ul className="stack gap-xl plain-list">
            {extension.devices.map(device => (
              <DeviceRow
                key={device.deviceId}
                device={device}
                release={extension.release}
                isBusy={isBusy}
                onRevoke={() => void revoke(device)}
              />
            ))}
          </ul>
        </div>
      </Card>
      <Card title="Pair another browser">
        <div className={classes.form}>
          <details>
            <summary>How to load the extension</summary>
            <LoadSteps folder={extension.folder} />
          </details>
          {/* Another device means that the code has been used. */}
          <Pairing key={extension.devices.length} />
        </div>
      </Card>
    </>
  );
}

type Device = ExtensionState['devices'][number];

interface DeviceRowProps {
  device: Device;
  release: string;
  isBusy: boolean;
  onRevoke(): void;
}

const DeviceRow = ({ device, release, isBusy, onRevoke }: DeviceRowProps) => (
  <li className={own.device}>
    <div className={own.about}>
      <strong>{device.name}</strong>
      <DeviceStatus device={device} release={release} />
    </div>
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      aria-label={`Revoke the pairing of ${device.name}`}
      onClick={onRevoke}
    >
      Revoke
    </Button>
  </li>
);

function DeviceStatus({ device, release }: { device: Device; release: string }): ReactNode {
  if (device.state === 'connected') return <Verdict isGood>Connected</Verdict>;
  if (device.state === 'away')
    return (
      <p className="flush note">
        Not connected, last used <RelativeTime at={device.lastUsedAt} />. It connects by itself once its browser is open
        and the extension is awake; press its button to wake it.
      </p>
    );
  return (
    <Verdict isGood={false}>
      The extension is of release {device.release}, and Steploom of {release}: press “Reload” on its card in
      chrome://extensions.
    </Verdict>
  );
}

interface LentTabProps {
  title: string | undefined;
  isBusy: boolean;
  onTakeBack(): void;
}

const LentTab = ({ title, isBusy, onTakeBack }: LentTabProps) =>
  title === undefined ? (
    <p className="flush note">
      No tab is lent. Press the extension’s button over the page that you want to test, and then “Lend this tab”.
    </p>
  ) : (
    <div className={`row wrap ${own.lent}`} role="status">
      <span>
        The app window is the tab <strong dir="auto">{title}</strong>
      </span>
      <Button size="xs" loading={isBusy} onClick={onTakeBack}>
        Take back
      </Button>
    </div>
  );
