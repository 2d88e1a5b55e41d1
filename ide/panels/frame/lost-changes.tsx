import { Button } from '@mantine/core';
import { useIde, useIdeState } from '../../app/context.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './frame.module.css';

/** Changes that waited for the service and can no longer be made, with what was typed. */
export function LostChanges() {
  const { store } = useIde();
  const changes = useIdeState(state => state.lostChanges);
  const dismiss = (key: string) =>
    store.update(state => ({ ...state, lostChanges: state.lostChanges.filter(change => change.key !== key) }));
  return changes.map(({ key, message, typed }) => (
    <section key={key} className={classes.banner} aria-label="Not saved">
      <span role="alert" dir="auto">
        Not saved: {message}
      </span>
      {typed !== '' && (
        <>
          <pre className={classes.typed} dir="auto">
            {typed}
          </pre>
          <CopyButton text={typed} what="what you typed" />
        </>
      )}
      <Button size="compact-xs" variant="default" onClick={() => dismiss(key)}>
        {typed === '' ? 'Dismiss' : 'Discard'}
      </Button>
    </section>
  ));
}
