import { Button, Switch } from '@mantine/core';
import { useId, useState } from 'react';
import { counted } from '../../../../model/names/counted.ts';
import { useIde } from '../../../app/context.tsx';
import type { Session } from '../../../app/session.ts';
import { showDone, showUndo } from '../../../app/toasts.tsx';
import { attempt } from '../../../commands/command.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import classes from '../parts/form.module.css';
import { LoadedCard } from '../parts/loaded-card.tsx';
import { apiAddress } from './api-address.ts';
import { ApiAnswerView, useApiTest } from './api-test.tsx';
import { callApi, type TestAnswer } from './call-api.ts';
import { TokensCard } from './new-token.tsx';
import { RecentCalls, useRecentCalls } from './recent-calls.tsx';
import { hideToken, useShownToken } from './shown-token.ts';
import { SnippetTabs } from './snippet-tabs.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { type ListedToken, TokenTable } from './token-table.tsx';

const readTokens = (session: Session) => session.call('getTokens', {});

export function ApiSettings({ projectId }: { projectId: string }) {
  const calls = useRecentCalls();
  return (
    <>
      <LoadedCard title="MCP API" read={readTokens} cause={JSON.stringify(calls)}>
        {({ tokens, toolApi }, { again, take }) => (
          <>
            <ApiSwitch tokens={tokens} isOn={toolApi} onTurned={isOn => take({ tokens, toolApi: isOn })} />
            <Tokens projectId={projectId} tokens={tokens} isOn={toolApi} onChanged={again} />
          </>
        )}
      </LoadedCard>
      <RecentCalls calls={calls} />
    </>
  );
}

interface ApiSwitchProps {
  tokens: readonly ListedToken[];
  isOn: boolean;
  onTurned(isOn: boolean): void;
}

interface PartProps {
  tokens: readonly ListedToken[];
  isOn: boolean;
  onChanged(): void;
}

function explained(isOn: boolean, count: number): string {
  if (count === 0) return isOn ? 'Programs with a token may use this project.' : 'No program can use this project.';
  if (isOn) return `When you turn it off, ${counted(count, 'token stops', 'tokens stop')} working at once.`;
  return `It is off: ${counted(count, 'token does', 'tokens do')} not work.`;
}

function ApiSwitch({ tokens, isOn, onTurned }: ApiSwitchProps) {
  const { session } = useIde();
  /** Shown until the service has answered. */
  const [wanted, setWanted] = useState<boolean>();
  const { answer, isBusy, test } = useApiTest();
  const id = useId();
  const turn = async (enabled: boolean) => {
    setWanted(enabled);
    await attempt(enabled ? 'Turn the API on' : 'Turn the API off', async () => {
      const { toolApi } = await session.call('setToolApi', { enabled });
      onTurned(toolApi);
      const off = tokens.length === 0 ? 'API off' : `API off: ${counted(tokens.length, 'token')} stopped working`;
      if (enabled) showDone('API on');
      else showUndo(off, () => void turn(true));
    });
    setWanted(undefined);
  };
  return (
    <Card title="MCP API">
      <div className={classes.form}>
        <div>
          {/* As a description it would become part of the switch's name. */}
          <Switch
            label="Enable MCP API (LLM access)"
            checked={wanted ?? isOn}
            onChange={event => void turn(event.currentTarget.checked)}
            aria-describedby={id}
          />
          <p id={id} className="flush note" style={{ marginTop: 4 }}>
            {explained(isOn, tokens.length)}
          </p>
        </div>
        <CopyLine text={apiAddress()} what="address">
          <Button size="xs" variant="default" loading={isBusy} onClick={() => void test(() => testApi(session))}>
            Test
          </Button>
        </CopyLine>
        {answer !== undefined && <ApiAnswerView answer={answer} />}
      </div>
    </Card>
  );
}

const TEST_TOKEN = 'Connection test';
const TEST_MS = 60_000;

/** Uses a read token made for this call, as existing ones cannot be read. */
async function testApi(session: Session): Promise<TestAnswer> {
  const expiresAt = new Date(Date.now() + TEST_MS).toISOString();
  const name = `${TEST_TOKEN} ${new Date().toLocaleTimeString()}`;
  const { value, token } = await session.call('createToken', { name, access: 'read', expiresAt });
  try {
    return await callApi(apiAddress(), value);
  } finally {
    await session.call('revokeToken', { token: token.tokenId });
  }
}

function Tokens({ projectId, tokens, isOn, onChanged }: PartProps & { projectId: string }) {
  const shown = useShownToken(projectId);
  return (
    <TokensCard projectId={projectId} onMade={onChanged}>
      {tokens.length === 0 ? (
        <p className="flush note">No tokens. Programs cannot use this project.</p>
      ) : (
        <>
          <TokenTable tokens={tokens} isApiOn={isOn} onRevoked={onChanged} />
          <details>
            <summary>Connect a program</summary>
            <div style={{ paddingTop: '0.5rem' }}>
              <SnippetTabs />
            </div>
          </details>
        </>
      )}
      {shown !== undefined && (
        <TokenDialog token={shown} isApiOn={isOn} onTurnedOn={onChanged} onClose={() => hideToken(projectId)} />
      )}
    </TokensCard>
  );
}
