import { NativeSelect, Text } from '@mantine/core';
import type { RunView } from '../../../model/protocol/channel/channel.ts';
import { isUnderWay } from '../../../model/run/state.ts';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { isInProject } from '../../app/places.ts';
import type { RunHow } from '../../app/state.ts';
import { attempt } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { chosenHow, howInShort } from '../../commands/run-how.ts';
import { CommandTextButton } from '../../parts/command-button.tsx';
import { DevicesField } from '../../parts/devices-field.tsx';
import { PlaceLink } from '../../parts/place-link.tsx';
import { durationText, StateIcon } from '../../parts/run-states.tsx';
import { useElapsed } from '../../parts/use-elapsed.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PlayIcon, StopIcon } from '../../ui/icons.ts';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './run-menu.module.css';

const AS_SET_UP = { value: '', label: 'as the project has it' };

const numbers = (values: readonly number[], word: (count: number) => string) => [
  AS_SET_UP,
  ...values.map(value => ({ value: String(value), label: word(value) })),
];

const WORKERS = numbers([1, 2, 3, 4, 6, 8, 12, 16], count =>
  count === 1 ? 'one test at a time' : `${count} at a time`,
);
const RETRIES = numbers([0, 1, 2, 3, 5], count => (count === 0 ? 'never' : `up to ${count} more`));
const REPEATS = numbers([1, 2, 5, 10, 25, 100], count => (count === 1 ? 'once' : `${count} times`)).slice(1);

export function RunMenu() {
  return (
    <div className="stack gap-md">
      <HowToRun />
      <CommandTextButton variant="default" command={COMMANDS.runAll} icon={<PlayIcon size={15} aria-hidden />} />
      <CommandTextButton variant="default" command={COMMANDS.runFailed} icon={<PlayIcon size={15} aria-hidden />} />
      <UnderWay />
    </div>
  );
}

function HowToRun() {
  const { store } = useIde();
  const projectId = useIdeState(state => state.project?.projectId);
  const how = useIdeState(chosenHow);
  const all = useIdeState(state => state.view.runHow);
  if (projectId === undefined) return null;
  const choose = (change: RunHow) => store.setView({ runHow: { ...all, [projectId]: { ...how, ...change } } });
  const select = (name: Exclude<keyof RunHow, 'devices'>, label: string, data: typeof WORKERS) => (
    <NativeSelect
      size="xs"
      label={label}
      data={data}
      value={String(how[name] ?? data[0]?.value ?? '')}
      onChange={({ currentTarget: { value } }) => choose({ [name]: value === '' ? undefined : Number(value) })}
    />
  );
  return (
    <>
      {select('workers', 'Tests side by side', WORKERS)}
      {select('retries', 'Run again what fails', RETRIES)}
      {select('repeatEach', 'Run each test', REPEATS)}
      <DevicesField
        size="xs"
        devices={how.devices}
        onChange={devices => choose({ devices: devices.length === 0 ? undefined : devices })}
      />
      {howInShort(how).length > 0 && (
        <TextButton
          label="As the project has it"
          variant="default"
          hint="Takes back what is chosen here, which holds for every run until then"
          onClick={() => store.setView({ runHow: { ...all, [projectId]: {} } })}
        />
      )}
    </>
  );
}

function UnderWay() {
  const run = useIdeState(state => state.run);
  const others = useIdeState(state => state.otherRuns);
  const all = [...(isUnderWay(run.state) ? [run] : []), ...others];
  return (
    <section aria-label="Runs under way" className={classes.runs}>
      <Text size="xs" c="dimmed">
        {all.length === 0 ? 'No run is under way.' : 'Under way'}
      </Text>
      {all.map(each => (
        <RunUnderWay key={each.runId} run={each} />
      ))}
    </section>
  );
}

function RunUnderWay({ run }: { run: RunView }) {
  const { session } = useIde();
  const place = usePlace();
  const elapsedMs = useElapsed(run.elapsedMs, run.state === 'running');
  const { runId } = run;
  if (runId === undefined || !isInProject(place)) return null;
  const { projectId, versionId } = place;
  const stop = () => void attempt(`Stop ${runId}`, async () => void (await session.call('stopTest', { runId })));
  return (
    <div className="row gap-xs">
      <PlaceLink className={`stack plain-link ${classes.link}`} place={{ tab: 'runs', projectId, versionId, runId }}>
        <StateIcon state={run.state} />
        <span className="normal-size ellipsis" dir="auto">
          {run.title ?? runId}
        </span>
        <Text component="span" size="xs" c="dimmed" className={classes.facts}>
          {[runId, countsOf(run), durationText(elapsedMs), run.isBeside ? undefined : 'in the app window']
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </PlaceLink>
      <IconButton label={`Stop ${runId}`} icon={<StopIcon size={15} />} onClick={stop} />
    </div>
  );
}

const countsOf = ({ item, ended = 0, failed = 0, done, total }: RunView): string => {
  if (item === undefined || item.count === 1) return `${done}/${total} actions`;
  return `${ended}/${item.count}${failed === 0 ? '' : `, ${failed} failed`}`;
};
