import { Button } from '@mantine/core';
import { useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { showDone } from '../../../app/toasts.tsx';
import type { ReplyOf } from '../../../app/tool-replies.ts';
import { attempt } from '../../../commands/command.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import classes from '../parts/form.module.css';

export type ListedToken = ReplyOf<'getTokens'>['tokens'][number];

interface TokenTableProps {
  tokens: readonly ListedToken[];
  isApiOn: boolean;
  onRevoked(): void;
}

export function TokenTable({ tokens, isApiOn, onRevoked }: TokenTableProps) {
  const { session } = useIde();
  const [asked, setAsked] = useState<ListedToken>();
  const revoke = ({ tokenId, name }: ListedToken) =>
    attempt('Revoke the token', async () => {
      setAsked(undefined);
      await session.call('revokeToken', { token: tokenId });
      showDone(`Token “${name}” revoked`);
      onRevoked();
    });
  return (
    <div className={classes.scroll}>
      <table className={`table sticky-head ${classes.table}`} aria-label="API tokens">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Access</th>
            <th scope="col">Token</th>
            <th scope="col">Made</th>
            <th scope="col">Last used</th>
            <td />
          </tr>
        </thead>
        <tbody style={isApiOn ? undefined : { color: 'var(--mantine-color-dimmed)' }}>
          {tokens.map(token => (
            <TokenRow key={token.tokenId} token={token} onRevoke={() => setAsked(token)} />
          ))}
        </tbody>
      </table>
      {asked && (
        <ConfirmDialog
          opened
          onClose={() => setAsked(undefined)}
          title="Revoke the token?"
          confirm="Revoke"
          onConfirm={() => void revoke(asked)}
        >
          Programs that use “{asked.name}” (svcmcp_…{asked.lastFour}) lose access at once. This cannot be undone.
        </ConfirmDialog>
      )}
    </div>
  );
}

const TokenRow = ({ token, onRevoke }: { token: ListedToken; onRevoke(): void }) => (
  <tr>
    <td className="break-words" dir="auto">
      {token.name}
    </td>
    <td>{token.access}</td>
    <td className="numbers one-line">
      <code>svcmcp_…{token.lastFour}</code>
    </td>
    <td className="numbers one-line">
      <RelativeTime at={token.createdAt} />
    </td>
    <td className="numbers one-line">
      <LastUse token={token} />
    </td>
    <td className={classes.end}>
      <Button size="compact-xs" variant="default" aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </td>
  </tr>
);

function LastUse({ token: { lastUsedAt, expiresAt } }: { token: ListedToken }) {
  if (expiresAt !== undefined && Date.parse(expiresAt) < Date.now()) return <>expired</>;
  return lastUsedAt === undefined ? <>never used</> : <RelativeTime at={lastUsedAt} />;
}
