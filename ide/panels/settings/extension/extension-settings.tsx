import { Button, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIde } from '../../../app/context.tsx';
import { showDone } from '../../../app/toasts.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailedIcon, PassedIcon } from '../../../ui/icons.ts';
import classes from '../form.module.css';
import { LoadedCard } from '../loaded-card.tsx';
import { useSaving } from '../use-saving.ts';
import own from './extension.module.css';
import { LoadSteps } from './load-steps.tsx';
import { Pairing } from './pairing.tsx';
import { type ExtensionState, useExtension } from './use-extension.ts';

/** The extension by which people lend a tab of their everyday Chrome. */
export function ExtensionSettings({ projectId }: { projectId: string }) {
  const { reply, look } = useExtension();
  return (
    <LoadedCard title="Browser extension" reply={reply} onRetry={() => void look()}>
      {extension =>
        extension.state === 'not-paired' ? (
          <NotPaired extension={extension} />
        ) : (
          <Paired extension={extension} projectId={projectId} onChange={look} />
        )
      }
    </LoadedCard>
  );
}

const NotPaired = ({ extension }: { extension: ExtensionState }) => (
  <>
    <Card title="1. Load the extension">
      <div className={classes.form}>
        <p className={classes.note}>
          It lends a tab of your everyday Chrome to a project, signed in as you are: tests are recorded and run there.
          It sees only the tabs that you lend, and no site until you do.
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
  projectId: string;
  onChange(): Promise<void>;
}

function Paired({ extension, projectId, onChange }: PairedProps) {
  const { session } = useIde();
  const { isSaving, refusal, save } = useSaving();
  const unpair = () =>
    save(async () => {
      await session.call('unpairExtension', {});
      showDone('Extension unpaired');
      await onChange();
    });
  const giveBack = () =>
    save(async () => {
      await session.call('giveTabBack', {});
      await onChange();
    });
  return (
    <Card title="Browser extension">
      <div className={classes.form}>
        <Verdict extension={extension} />
        {/* Nothing can be lent by one that is away. */}
        {extension.state === 'connected' && (
          <LentTabs lent={extension.lent} projectId={projectId} onGiveBack={() => void giveBack()} />
        )}
        {refusal !== undefined && (
          <Input.Error size="sm" role="alert">
            {refusal.message}
          </Input.Error>
        )}
        <div>
          <Button size="xs" variant="default" loading={isSaving} onClick={() => void unpair()}>
            Unpair
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Verdict({ extension: { state, browsers, release } }: { extension: ExtensionState }) {
  const names = browsers.map(({ name }) => name).join(', ');
  if (state === 'connected') return <Told isGood title={`Connected to ${names}`} />;
  if (state === 'away')
    return (
      <Told title="Paired, but not connected">
        It connects by itself once Chrome is open and the extension is switched on.
      </Told>
    );
  const others = browsers.filter(({ isUnderstood }) => !isUnderstood).map(other => other.release);
  return (
    <Told title={`The extension is of release ${others.join(', ')}, and Steploom is of ${release}`}>
      Press “Reload” on its card in chrome://extensions.
    </Told>
  );
}

const Told = ({ isGood = false, title, children }: { isGood?: boolean; title: string; children?: ReactNode }) => (
  <div role="status">
    <p className={classes.verdict} data-ok={isGood}>
      {isGood ? <PassedIcon size={16} aria-hidden /> : <FailedIcon size={16} aria-hidden />}
      <span>{title}</span>
    </p>
    {children !== undefined && <p className={classes.note}>{children}</p>}
  </div>
);

interface LentTabsProps {
  lent: ExtensionState['lent'];
  projectId: string;
  onGiveBack(): void;
}

function LentTabs({ lent, projectId, onGiveBack }: LentTabsProps) {
  const mine = lent.find(tab => tab.projectId === projectId);
  const others = lent.length - (mine === undefined ? 0 : 1);
  return (
    <>
      {mine === undefined ? (
        <p className={classes.note}>
          No tab is lent to this project. Press the extension’s button over the page that you want to test, and then
          “Lend this tab”.
        </p>
      ) : (
        <div className={own.lent}>
          <span>
            The app window is the tab <strong dir="auto">{mine.title}</strong>
          </span>
          <Button size="xs" onClick={onGiveBack}>
            Give back
          </Button>
        </div>
      )}
      {others > 0 && (
        <p className={classes.note}>
          {others === 1 ? 'Another tab is' : `${others} other tabs are`} lent to other projects.
        </p>
      )}
    </>
  );
}
