import { useState } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './findings.module.css';
import type { ShownFailure } from './run-reply.ts';

type ShownFinding = NonNullable<ShownFailure['findings']>[number];

/** More would push what to do out of sight. */
const SHOWN_FIRST = 5;

/** What a check of accessibility found: what each rule asks for, how to reach the element, and what would mend it. */
export function Findings({ findings }: { findings: readonly ShownFinding[] }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? findings : findings.slice(0, SHOWN_FIRST);
  const hidden = findings.length - shown.length;
  return (
    <div>
      <h3 className={`small bold ${classes.heading}`}>Accessibility problems</h3>
      <ol className={`stack gap-sm plain-list ${classes.findings}`} aria-label="Accessibility problems">
        {shown.map((finding, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, and nothing is added.
          <Finding key={at} finding={finding} />
        ))}
      </ol>
      {hidden > 0 && (
        <TextButton label={`Show ${hidden} more`} size="compact-xs" variant="subtle" onClick={() => setOpen(true)} />
      )}
    </div>
  );
}

function Finding({ finding }: { finding: ShownFinding }) {
  const { rule, impact, help, helpUrl, element, locator, target, remedy } = finding;
  const way = locator ?? target;
  return (
    <li>
      <p className="flush">
        {impact !== undefined && <b>{impact}: </b>}
        {help} <RuleLink rule={rule} helpUrl={helpUrl} />
      </p>
      <p className={`row gap-sm flush break-words ${classes.where}`}>
        {element !== '' && <span dir="auto">{element}</span>}
        <code dir="auto">{way}</code>
        <CopyButton text={way} what={`the locator ${way}`} />
      </p>
      {remedy !== undefined && (
        <p className={`flush small dim ${classes.remedy}`} dir="auto">
          {remedy}
        </p>
      )}
    </li>
  );
}

/** A run may come from elsewhere: only an address of the web is opened. */
function RuleLink({ rule, helpUrl }: Pick<ShownFinding, 'rule' | 'helpUrl'>) {
  if (!helpUrl.startsWith('https://')) return <span>({rule})</span>;
  return (
    <a className="accent" href={helpUrl} target="_blank" rel="noreferrer" aria-label={`Help for the rule ${rule}`}>
      {rule}
    </a>
  );
}
