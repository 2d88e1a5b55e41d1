import { Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { useDraft } from '../../app/drafts.ts';
import type { CIChoice, ProjectPlace } from '../../app/places.ts';
import { useAnswer } from '../../app/queries.ts';
import { snapshotOf } from '../../app/state.ts';
import type { Command } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { MakeOrImport } from '../../parts/command-button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Hint } from '../../ui/hint.tsx';
import { SkeletonPage } from '../../ui/skeleton-page.tsx';
import { ChoicePart } from './choice-part.tsx';
import classes from './ci.module.css';
import { type CIFacts, choiceOf, FIRST_FORM, formSchema, kindOf } from './ci-draft.ts';
import { NewSuite } from './new-suite.tsx';
import { OptionsPart } from './options-part.tsx';
import { ciScreen } from './screen.ts';
import { ScriptPart } from './script-part.tsx';
import { UrlPart } from './url-part.tsx';

export function CIScreen({ place }: { place: ProjectPlace }) {
  const snapshot = useIdeState(snapshotOf);
  const { reply, again } = useAnswer('getCITargets', {}, { isKept: true });
  const [isMaking, setIsMaking] = useState(false);
  const newSuite = { ...COMMANDS.newSuite, run: () => setIsMaking(true) };
  if (reply.phase === 'failed')
    return <Failure title="CI cannot be shown" message={reply.message} onRetry={again} isScreen />;
  if (reply.phase === 'loading' || snapshot === undefined) return <SkeletonPage {...ciScreen.skeleton} />;
  const hasAny = Object.keys(snapshot.tests).length + Object.keys(snapshot.features).length > 0;
  return (
    <>
      {hasAny ? (
        <Ready place={place} facts={reply.value} newSuite={newSuite} onPasswordChange={again} />
      ) : (
        <NothingToRun newSuite={newSuite} />
      )}
      {isMaking && <NewSuite place={place} onClose={() => setIsMaking(false)} />}
    </>
  );
}

interface ReadyProps {
  place: ProjectPlace;
  facts: CIFacts;
  newSuite: Command;
  onPasswordChange(): void;
}

function Ready({ place, facts, newSuite, onPasswordChange }: ReadyProps) {
  const { navigation } = useIde();
  const schema = useMemo(() => formSchema(facts), [facts]);
  const form = useDraft({ key: `CI of ${place.projectId}`, schema, saved: FIRST_FORM });
  const { draft, kind } = form.value;
  const firstSuite = useIdeState(state => Object.values(snapshotOf(state)?.tests ?? {}).find(isSuite)?.testCode);
  const choice = choiceOf(place.ci ?? {}, kind, firstSuite);
  const change = (next: CIChoice) => {
    form.set({ draft, kind: kindOf(next) });
    navigation.goWithin({ tab: 'ci', ci: next });
  };
  return (
    <div className={`column scroll ${classes.screen}`}>
      <div className={classes.head}>
        <Title order={1} size="lg">
          CI
        </Title>
        <p className={classes.quiet}>{ciScreen.skeleton.about}</p>
      </div>
      <div className={classes.parts}>
        <div className={classes.form}>
          <ChoicePart choice={choice} newSuite={newSuite} onChange={change} />
          <OptionsPart draft={draft} facts={facts} onChange={next => form.set({ draft: next, kind })} />
        </div>
        <div className={classes.result}>
          <ScriptPart draft={draft} choice={choice} />
          <UrlPart draft={draft} choice={choice} facts={facts} onPasswordChange={onPasswordChange} />
        </div>
      </div>
    </div>
  );
}

const isSuite = ({ type }: { type: string }): boolean => type === 'suite';

const NothingToRun = ({ newSuite }: { newSuite: Command }) => (
  <Hint title="Nothing to run in CI yet" actions={<MakeOrImport command={newSuite} />} isScreen>
    A suite is a test that holds other tests, features and scenarios. Make one, and this page writes the script with
    which your CI server runs it.
  </Hint>
);
