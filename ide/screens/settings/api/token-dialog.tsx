import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { useWork } from '../../../app/queries.ts';
import { attempt } from '../../../commands/command.ts';
import { copyText } from '../../../commands/copy-item.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useFocusReturn } from '../../../ui/use-focus-return.ts';
import classes from '../parts/form.module.css';
import { apiAddress } from './api-address.ts';
import { ApiAnswerView, useApiTest } from './api-test.tsx';
import { callApi } from './call-api.ts';
import type { ShownToken } from './shown-token.ts';
import { SnippetTabs } from './snippet-tabs.tsx';

interface TokenDialogProps {
  token: ShownToken;
  isApiOn: boolean;
  onTurnedOn(): void;
  onClose(): void;
}

/** A token can be read only this once, so the dialog closes only when it is stored. */
export function TokenDialog({ token, isApiOn, onTurnedOn, onClose }: TokenDialogProps) {
  const [isCopied, setCopied] = useState(false);
  const [isStored, setStored] = useState(false);
  const { answer, isBusy, test } = useApiTest();
  useFocusReturn(NEW_TOKEN_ID);
  const mayClose = isCopied || isStored;
  const copy = () =>
    attempt('Copy token', async () => {
      await copyText(token.value, 'select the token and copy it');
      setCopied(true);
    });
  return (
    <Dialog
      opened
      onClose={() => mayClose && onClose()}
      withCloseButton={false}
      size="lg"
      centered
      title={
        <Text fw={600} component="span" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          Token “{token.name}”: copy it now, it cannot be shown again
        </Text>
      }
    >
      <div className={classes.form}>
        <div className={classes.bar}>
          <output className={`grow boxed ${classes.address}`} aria-label="Token">
            {token.value}
          </output>
          <Button
            size="xs"
            onClick={() => void copy()}
            data-autofocus
            aria-label={isCopied ? 'Copied token' : 'Copy token'}
          >
            <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            onClick={() => void test(() => callApi(apiAddress(), token.value))}
          >
            Test
          </Button>
        </div>
        {!isApiOn && <ApiOff onTurnedOn={onTurnedOn} />}
        {answer !== undefined && <ApiAnswerView answer={answer} />}
        <div>
          <p className={classes.legend} style={{ margin: 0 }}>
            Use it in
          </p>
          <SnippetTabs />
        </div>
        <Group justify="space-between">
          <Checkbox
            size="xs"
            label="I have stored it"
            checked={isStored}
            onChange={event => setStored(event.currentTarget.checked)}
          />
          <Button size="xs" variant="default" disabled={!mayClose} onClick={onClose}>
            Close
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

/** A token is useless while the API is off, and the switch for it is behind the dialog. */
function ApiOff({ onTurnedOn }: Pick<TokenDialogProps, 'onTurnedOn'>) {
  const { session } = useIde();
  const { isBusy, run } = useWork();
  const turnOn = () =>
    attempt('Turn the API on', async () => {
      await session.call('setToolApi', { enabled: true });
      onTurnedOn();
    });
  return (
    <div className={classes.bar}>
      <p className="flush small warning">The API is off: the token works once you turn it on.</p>
      <Button size="xs" variant="default" loading={isBusy} onClick={() => void run(turnOn)}>
        Turn the API on
      </Button>
    </div>
  );
}

export const NEW_TOKEN_ID = 'new-token';
