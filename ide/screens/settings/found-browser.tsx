import type { Session } from '../../app/session.ts';
import { Card } from '../../ui/card.tsx';
import { CopyLine } from './parts/copy-line.tsx';
import classes from './parts/form.module.css';
import { LoadedCard } from './parts/loaded-card.tsx';
import { Verdict } from './parts/verdict.tsx';

const readBrowser = (session: Session) => session.call('getBrowser', {});

const SOURCES: Readonly<Record<string, string>> = {
  STEPLOOM_BROWSER: 'Named by STEPLOOM_BROWSER',
  'playwright-cache': 'Installed by Playwright',
  chrome: 'Chrome of this machine',
  msedge: 'Edge of this machine',
  path: 'Found on the PATH',
};

export function FoundBrowser() {
  return (
    <LoadedCard title="Browser of this machine" read={readBrowser}>
      {({ path, source, problem }) => (
        <Card title="Browser of this machine">
          <div className={classes.form}>
            <Verdict isGood={path !== undefined}>
              {path === undefined ? problem : (SOURCES[source ?? ''] ?? 'Found')}
            </Verdict>
            {path !== undefined && <CopyLine text={path} what="path of the browser" />}
          </div>
        </Card>
      )}
    </LoadedCard>
  );
}
