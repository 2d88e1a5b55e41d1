import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { inWords } from '../../../parts/feature-server/in-words.ts';
import { ServerProgress, stageOf } from '../../../parts/feature-server/server-progress.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { CheckIcon } from '../../../ui/icons.ts';
import { wordFilter } from '../../../ui/word-filter.ts';
import { countsText, type ImportReply, isChoosable, type PlanItem, planItems } from './plan.ts';
import { type ImportState, PlanList } from './plan-list.tsx';
import type { ImportCall } from './use-import.ts';

interface SelectStageProps {
  plan: ImportReply;
  call: ImportCall;
  onStart(select: readonly string[]): Promise<void>;
  onBack(): void;
  onCancel(): void;
  onClose(): void;
}

export function SelectStage(props: SelectStageProps) {
  const { plan, onBack, onClose } = props;
  const items = useMemo(() => planItems(plan), [plan]);
  const choosable = useMemo(() => items.filter(isChoosable), [items]);
  if (choosable.length === 0 && plan.failed.length === 0)
    return (
      <>
        <Hint title="Up to date" icon={<CheckIcon size={22} aria-hidden />}>
          {plan.same.length === 1 ? 'The feature is unchanged.' : `All ${plan.same.length} features are unchanged.`}
        </Hint>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onBack}>
            Back
          </Button>
          <Button size="xs" onClick={onClose} autoFocus>
            Done
          </Button>
        </Group>
      </>
    );
  return (
    <Stack gap="sm">
      <Choice {...props} items={items} choosable={choosable} />
    </Stack>
  );
}

interface ChoiceProps extends SelectStageProps {
  items: readonly PlanItem[];
  choosable: readonly PlanItem[];
}

function Choice({ items, choosable, call, onStart, onBack, onCancel }: ChoiceProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(choosable.map(({ key }) => key)));
  const [filter, setFilter] = useState('');
  const fits = wordFilter(filter);
  const shown = items.filter(({ file, name }) => fits(`${name} ${file}`));
  const shownChoosable = shown.filter(isChoosable);
  const isAll = shownChoosable.length > 0 && shownChoosable.every(({ key }) => chosen.has(key));
  const toggle = (keys: readonly string[], isOn: boolean) => {
    const others = [...chosen].filter(key => !keys.includes(key));
    setChosen(new Set(isOn ? [...others, ...keys] : others));
  };
  const failed = items.filter(({ kind }) => kind === 'failed').length;
  const isBusy = call.phase === 'working';
  const countsId = useId();
  return (
    <>
      <ListHead
        isAll={isAll}
        isSome={shownChoosable.some(({ key }) => chosen.has(key))}
        isBlocked={isBusy || shownChoosable.length === 0}
        onAll={() => toggle(keysOf(shownChoosable), !isAll)}
        filter={filter}
        onFilter={setFilter}
        counts={
          <span id={countsId} className="fixed-size note numbers">
            {countsText(items)}
          </span>
        }
      />
      <PlanList
        label="Features to import"
        items={shown}
        chosen={chosen}
        state={isBusy ? stateAt(stageOf(call)) : undefined}
        onToggle={(key, isOn) => toggle([key], isOn)}
      />
      {call.phase === 'failed' && <Problem>{inWords(call.problem.message)}</Problem>}
      <ServerProgress of="import" label="Import" call={call} else="Importing" />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="xs" onClick={isBusy ? onCancel : onBack}>
          {isBusy ? 'Cancel' : 'Back'}
        </Button>
        <Button
          size="xs"
          loading={isBusy}
          disabled={chosen.size === 0}
          onClick={() => void onStart([...chosen])}
          aria-describedby={countsId}
          autoFocus
        >
          {failed > 0 ? 'Import the rest' : 'Start'} ({chosen.size})
        </Button>
      </Group>
    </>
  );
}

const keysOf = (items: readonly PlanItem[]): string[] => items.map(({ key }) => key);

interface ListHeadProps {
  isAll: boolean;
  isSome: boolean;
  isBlocked: boolean;
  onAll(): void;
  filter: string;
  onFilter(filter: string): void;
  counts: ReactNode;
}

const ListHead = ({ isAll, isSome, isBlocked, onAll, filter, onFilter, counts }: ListHeadProps) => (
  <Group gap="sm" wrap="nowrap">
    <Checkbox
      size="xs"
      label="All"
      checked={isAll}
      indeterminate={!isAll && isSome}
      disabled={isBlocked}
      onChange={onAll}
    />
    <TextInput
      size="xs"
      aria-label="Filter the list"
      placeholder="Filter"
      value={filter}
      onChange={event => onFilter(event.currentTarget.value)}
      style={{ flex: 1 }}
    />
    {counts}
  </Group>
);

/** While the server is asked, its features are queued. */
const stateAt = (serverStage: string | undefined): ImportState =>
  serverStage === undefined || serverStage === 'match' ? 'running' : 'queued';
