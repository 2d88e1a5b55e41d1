import type { ReplyOf } from '../../app/tool-replies.ts';
import classes from './versions.module.css';

type ShownDifference = ReplyOf<'compareVersions'>['differences'][number];
type FieldDifference = NonNullable<ShownDifference['fields']>[number];

interface DifferenceTableProps {
  differences: readonly ShownDifference[];
  /** Names; `from` is the earlier version. */
  from: string;
  to: string;
}

export const DifferenceTable = ({ differences, from, to }: DifferenceTableProps) => (
  <section className={`scroll boxed ${classes.scroller}`} aria-label="Differences" tabIndex={-1}>
    <table className={`table sticky-head ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col" className={classes.what}>
            What
          </th>
          <th scope="col" dir="auto">
            {from}
          </th>
          <th scope="col" dir="auto">
            {to}
          </th>
        </tr>
      </thead>
      {differences.map(difference => (
        <Rows key={keyOf(difference)} difference={difference} />
      ))}
    </table>
  </section>
);

const keyOf = ({ kind, moduleCode, testCode, environmentCode, state }: ShownDifference): string =>
  `${kind} ${moduleCode} ${testCode} ${environmentCode} ${state}`;

function Rows({ difference }: { difference: ShownDifference }) {
  const { state, kind, name, testCode, movedFrom, fields = [], actions = [], items = [] } = difference;
  return (
    <tbody>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={3}>
          <State state={state} />
          <span dir="auto">{name}</span>{' '}
          <span className="dim regular">
            {kind}
            {testCode !== undefined && ` ${testCode}`}
            {movedFrom !== undefined && ` · moved from ${movedFrom}`}
          </span>
        </th>
      </tr>
      {fields.map(change => (
        <FieldRow key={change.field} change={change} />
      ))}
      {actions.map(({ state: how, actionId, title, fromIndex, toIndex, fields: changed = [] }) => (
        <ActionRows
          key={`${actionId} ${how}`}
          title={title}
          state={how}
          fromIndex={fromIndex}
          toIndex={toIndex}
          fields={changed}
        />
      ))}
      {items.map(item => (
        <ActionRows key={item.name} title={item.name} state={item.state} fields={item.fields ?? []} />
      ))}
    </tbody>
  );
}

const State = ({ state }: { state: string }) => (
  <span className={classes.state} data-state={state}>
    {state}
  </span>
);

interface ActionRowsProps {
  title: string;
  state: ShownDifference['state'];
  fromIndex?: number | undefined;
  toIndex?: number | undefined;
  fields: readonly FieldDifference[];
}

/** On the side where the action is, or over both; then its differing fields. */
function ActionRows({ title, state, fromIndex, toIndex, fields }: ActionRowsProps) {
  const isOnOneSide = state === 'added' || state === 'removed';
  const words = (index: number | undefined) => (index === undefined ? title : `${index + 1}. ${title}`);
  const moved = state === 'moved' && fromIndex !== undefined ? ` · was at ${fromIndex + 1}` : '';
  return (
    <>
      <tr className={classes.action}>
        <th scope="row" colSpan={isOnOneSide ? 1 : 3}>
          <State state={state} />
          {!isOnOneSide && (
            <>
              <span dir="auto">{words(toIndex)}</span>
              <span className="dim regular">{moved}</span>
            </>
          )}
        </th>
        {isOnOneSide && <td dir="auto">{state === 'removed' && words(fromIndex)}</td>}
        {isOnOneSide && <td dir="auto">{state === 'added' && words(toIndex)}</td>}
      </tr>
      {fields.map(change => (
        <FieldRow key={change.field} change={change} />
      ))}
    </>
  );
}

const FieldRow = ({ change: { field, from, to } }: { change: FieldDifference }) => (
  <tr className={classes.field}>
    <th scope="row">{field}</th>
    <td className={`small as-typed ${classes.value}`} dir="auto">
      {from !== undefined && <del>{from}</del>}
    </td>
    <td className={`small as-typed ${classes.value}`} dir="auto">
      {to !== undefined && <ins>{to}</ins>}
    </td>
  </tr>
);
