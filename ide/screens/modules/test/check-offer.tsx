import { Button } from '@mantine/core';
import type { OpenTest } from '../../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { useWork } from '../../../app/queries.ts';
import { createAction } from './create-action.ts';
import { rowSentence, textOfRow } from './row-words.ts';
import classes from './test-editor.module.css';

/** Suggests a last check once a recording has stopped. */
export function CheckOffer({ test }: { test: OpenTest }) {
  const ide = useIde();
  const offer = useIdeState(({ view, recording }) => (recording.isOn ? undefined : view.checkOffer));
  const { isBusy, run } = useWork();
  if (offer?.testCode !== test.testCode) return null;
  const leave = () => {
    ide.store.setView({ checkOffer: undefined });
    document.getElementById('add-action')?.focus();
  };
  const add = async () => {
    const { testCode, fields, before } = offer;
    const behind = test.actions.findIndex(({ actionId }) => actionId === before);
    const after = test.actions[(behind < 0 ? test.actions.length : behind) - 1]?.actionId;
    await createAction(ide, { testCode, after, fields });
    leave();
  };
  return (
    <section
      className={`row gap-md ${classes.offer}`}
      aria-label="Suggested check"
      onKeyDown={({ key }) => {
        if (key === 'Escape') leave();
      }}
    >
      <span role="status" className="grow may-shrink break-words" dir="auto">
        {textOfRow(rowSentence(offer.fields, {}))}
      </span>
      <Button size="compact-sm" variant="light" loading={isBusy} onClick={() => void run(add)}>
        Add check
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={leave}>
        Dismiss
      </Button>
    </section>
  );
}
