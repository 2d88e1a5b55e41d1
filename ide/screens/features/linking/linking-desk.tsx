import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useIdeState } from '../../../app/context.tsx';
import { scenariosAt } from '../../../app/feature-links.ts';
import { LONGEST_FILTER, type ProjectPlace } from '../../../app/places.ts';
import { useAnswer } from '../../../app/queries.ts';
import { snapshotOf } from '../../../app/state.ts';
import type { FeatureEntry, RedStepsReply } from '../../../app/tool-replies.ts';
import { PlaceLink } from '../../../parts/place-link.tsx';
import { TreeFilter } from '../../../parts/tree-filter.tsx';
import { useStepCount } from '../../../parts/use-step-count.ts';
import { Failure } from '../../../ui/failure.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { ArrowLeftIcon, CheckIcon, SearchIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { LinkedBar } from '../linked-bar.tsx';
import classes from './linking.module.css';
import { RedList } from './red-list.tsx';
import { useFeatureFilter } from './use-feature-filter.ts';

const GROUPS_AT_ONCE = 40;

/** Read again when links, tests or features change; the last reply stays until then. */
function useRedSteps(filter: string) {
  const [limit, setLimit] = useState(GROUPS_AT_ONCE);
  const links = useIdeState(state => snapshotOf(state)?.links);
  const tests = useIdeState(state => snapshotOf(state)?.tests);
  const features = useIdeState(state => state.features);
  const asked = useAnswer(
    'getUnlinkedSteps',
    { limit, ...(filter === '' ? {} : { filter }) },
    { isWanted: links !== undefined && tests !== undefined, causes: [links, tests, features], isKept: true },
  );
  return { ...asked, showMore: () => setLimit(limit + GROUPS_AT_ONCE) };
}

interface LinkingDeskProps {
  features: readonly FeatureEntry[];
  place: ProjectPlace;
}

/** Texts with most steps come first. */
export function LinkingDesk({ features, place }: LinkingDeskProps) {
  const [filter, setFilter] = useFeatureFilter(place);
  const isKnown = useIdeState(state => !state.unknownTools.has('getUnlinkedSteps'));
  const words = filter.text.trim();
  const { reply, showMore, again } = useRedSteps(words);
  if (!isKnown) return <Hint title="This service has no linking desk">It is older than this page.</Hint>;
  return (
    <div className={`flex fill ${classes.desk}`}>
      <Panel
        label="Linking desk"
        head={
          <>
            <PlaceLink place={{ ...place, isLinking: false, filter: undefined }} className={classes.back}>
              <ArrowLeftIcon size={15} aria-hidden /> Features
            </PlaceLink>
            <h1 className={`flush normal-size bold ${classes.title}`}>Linking desk</h1>
            <LinkingProgress
              features={features}
              reply={reply.phase === 'ready' && words === '' ? reply.value : undefined}
            />
            <div className={classes.filter}>
              <TreeFilter
                label="Filter the red steps"
                placeholder="Filter"
                leftSection={<SearchIcon size={14} aria-hidden />}
                text={filter.text}
                onText={text => setFilter({ ...filter, text })}
                maxLength={LONGEST_FILTER}
              />
            </div>
          </>
        }
      >
        {reply.phase === 'loading' && <SkeletonRows count={8} label="Counting the red steps" />}
        {reply.phase === 'failed' && (
          <Failure title="The red steps cannot be shown" message={reply.message} onRetry={again} />
        )}
        {reply.phase === 'ready' && reply.value.groups.length === 0 && <Nothing words={words} place={place} />}
        {reply.phase === 'ready' && reply.value.groups.length > 0 && (
          <RedList
            reply={reply.value}
            more={
              reply.value.groups.length < reply.value.total && (
                <Button size="xs" variant="default" onClick={showMore}>
                  Show more of {reply.value.total}
                </Button>
              )
            }
          />
        )}
      </Panel>
    </div>
  );
}

function LinkingProgress({ features, reply }: { features: readonly FeatureEntry[]; reply: RedStepsReply | undefined }) {
  const { linked, steps } = useStepCount(useMemo(() => scenariosAt(features, {}), [features]));
  if (steps === 0) return null;
  const red = reply?.scenarios ?? 0;
  const more = red === 0 ? '' : ` · ${red === 1 ? '1 scenario' : `${red} scenarios`} with red steps`;
  return (
    <div className={`grow may-shrink ${classes.progress}`}>
      <LinkedBar linked={linked} steps={steps} more={more} />
    </div>
  );
}

function Nothing({ words, place }: { words: string; place: ProjectPlace }) {
  if (words !== '')
    return (
      <Hint title="No matches">
        No red step contains <span dir="auto">“{words}”</span>.
      </Hint>
    );
  return (
    <Hint
      title="Every step is linked"
      icon={<CheckIcon size={22} aria-hidden />}
      actions={
        <PlaceLink place={{ ...place, isLinking: false, filter: undefined }} className={classes.back}>
          Show the features
        </PlaceLink>
      }
    >
      Red steps from later imports appear here.
    </Hint>
  );
}
