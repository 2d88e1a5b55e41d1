import { TreeFilter } from '../../../parts/tree-filter.tsx';
import toggles from '../../../ui/toggles.module.css';
import type { ShownRequest } from '../execution/use-moment.ts';
import { choicesOf, type FilterChoice, type RequestFilter } from './filtered-requests.ts';
import classes from './requests.module.css';

interface FilterFieldsProps {
  filter: RequestFilter;
  onFilter(filter: RequestFilter): void;
  requests: readonly ShownRequest[];
  /** Says what is searched. */
  placeholder?: string;
}

export function FilterFields({
  filter,
  onFilter,
  requests,
  placeholder = 'Search addresses and bodies',
}: FilterFieldsProps) {
  const { kinds, states } = choicesOf(requests, filter);
  return (
    <div className={`stack gap-sm ${classes.filter}`}>
      <TreeFilter
        label="Search requests"
        placeholder={placeholder}
        maxLength={200}
        text={filter.text}
        onText={text => onFilter({ ...filter, text })}
      />
      <div className="row wrap gap-md">
        <Choices
          name="Kinds of requests"
          choices={kinds}
          chosen={filter.kinds}
          onChosen={chosen => onFilter({ ...filter, kinds: chosen })}
        />
        <Choices
          name="States of requests"
          choices={states}
          chosen={filter.states}
          onChosen={chosen => onFilter({ ...filter, states: chosen })}
        />
      </div>
    </div>
  );
}

interface ChoicesProps<Value> {
  name: string;
  choices: readonly FilterChoice<Value>[];
  chosen: readonly Value[];
  onChosen(chosen: Value[]): void;
}

/** Several can be pressed; without any, all are shown. */
function Choices<Value extends string>({ name, choices, chosen, onChosen }: ChoicesProps<Value>) {
  if (choices.length === 0) return null;
  const toggle = (value: Value) =>
    onChosen(chosen.includes(value) ? chosen.filter(each => each !== value) : [...chosen, value]);
  return (
    <fieldset aria-label={name} className={`flex wrap flush boxed ${toggles.group}`}>
      {choices.map(({ value, title, count }) => (
        <button
          key={value}
          type="button"
          className={`bare small ${toggles.toggle}`}
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
        >
          {title} <span className="regular">{count}</span>
        </button>
      ))}
    </fieldset>
  );
}
