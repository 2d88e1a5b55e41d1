import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { useWork } from '../../../app/queries.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import classes from '../parts/form.module.css';
import own from './extension.module.css';

type Code = ReplyOf<'pairExtension'>;

/** Renders again when the time is over. */
function useIsOver(code: Code | undefined): boolean {
  const [over, setOver] = useState<Code>();
  useEffect(() => {
    if (code === undefined) return;
    const timer = setTimeout(() => setOver(code), Math.max(0, Date.parse(code.expiresAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [code]);
  return code !== undefined && over === code;
}

export function Pairing() {
  const { session } = useIde();
  const [code, setCode] = useState<Code>();
  const isOver = useIsOver(code);
  const { isBusy, problem, run } = useWork();
  const getCode = () => void run(async () => setCode(await session.call('pairExtension', {})));
  return (
    <div className={classes.form}>
      {code === undefined && <p className="flush note">The extension asks for a code, which is good once.</p>}
      {code !== undefined && isOver && (
        <p className="flush small warning" role="status">
          The code has expired. Get a new one.
        </p>
      )}
      {code !== undefined && !isOver && <ShownCode code={code} />}
      {problem !== undefined && <Problem>{problem.message}</Problem>}
      <div>
        <Button size="xs" variant={code === undefined ? 'filled' : 'default'} loading={isBusy} onClick={getCode}>
          {code === undefined ? 'Get a code' : 'Get a new code'}
        </Button>
      </div>
    </div>
  );
}

const ShownCode = ({ code: { code, expiresAt } }: { code: Code }) => (
  <>
    <div className={classes.bar}>
      <output className={own.code} aria-label="Pairing code">
        {code}
      </output>
      <CopyButton text={code} what="pairing code" size="xs" />
    </div>
    <p className="flush note" role="status">
      Waiting for the extension: press its button in Chrome’s toolbar and paste the code. It is good once, until{' '}
      {new Date(expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}.
    </p>
  </>
);
