import classes from './import.module.css';

/** Lines that come and go: told by their signs as well as by their colours. */
export function LineDifference({ name, diff }: { name: string; diff: string }) {
  if (diff === '')
    return <p className={classes.noDiff}>Its lines are the same. Their ends differ, or where it lies.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className={classes.diff} aria-label={`What changes in ${name}`} tabIndex={0}>
      {diff.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are told by their places
        <Line key={index} line={line} />
      ))}
    </section>
  );
}

const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };

function Line({ line }: { line: string }) {
  const kind = KINDS[line.charAt(0)];
  const place = /^@@ -\d+,\d+ \+(\d+)/.exec(line)?.[1];
  if (place !== undefined) return <div className={classes.place}>Line {place}</div>;
  return (
    <div className={classes.line} data-kind={kind}>
      <span className={classes.sign}>{kind === 'removed' ? '−' : line.charAt(0)}</span>
      <span dir="auto">{line.slice(1)}</span>
    </div>
  );
}
