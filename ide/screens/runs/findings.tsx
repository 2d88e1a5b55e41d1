import { useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { TargetIcon } from '../../ui/icons.ts';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './findings.module.css';
import type { ShownFailure } from './run-reply.ts';

type ShownFinding = NonNullable<ShownFailure['findings']>[number];

/** More would push what to do out of sight. */
const SHOWN_FIRST = 5;

interface FindingsProps {
  findings: readonly ShownFinding[];
  /** Where the page is kept that has the elements. */
  kept: KeptIn | undefined;
  /** Has the moment shown. */
  onShow?: (() => void) | undefined;
}

interface KeptIn {
  runId: string;
  moment: number;
}

/** What a check of accessibility found: what each rule asks for, how to reach the element, and what would mend it. */
export function Findings({ findings, kept, onShow }: FindingsProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? findings : findings.slice(0, SHOWN_FIRST);
  const hidden = findings.length - shown.length;
  return (
    <div>
      <h3 className={`small bold ${classes.heading}`}>Accessibility problems</h3>
      <ol className={`stack gap-sm plain-list ${classes.findings}`} aria-label="Accessibility problems">
        {shown.map((finding, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, and nothing is added.
          <Finding key={at} finding={finding} kept={kept} onShow={onShow} />
        ))}
      </ol>
      {hidden > 0 && (
        <TextButton label={`Show ${hidden} more`} size="compact-xs" variant="subtle" onClick={() => setOpen(true)} />
      )}
    </div>
  );
}

type FindingProps = Pick<FindingsProps, 'kept' | 'onShow'> & { finding: ShownFinding };

function Finding({ finding, kept, onShow }: FindingProps) {
  const { rule, impact, help, helpUrl, element, locator, target, remedy } = finding;
  const way = locator ?? target;
  return (
    <li>
      <p className="flush">
        {impact !== undefined && <b>{impact}: </b>}
        {help} <RuleLink rule={rule} helpUrl={helpUrl} />
      </p>
      <p className={`row gap-sm flush break-words ${classes.where}`}>
        {kept === undefined ? (
          <Element element={element} way={way} />
        ) : (
          <ElementButton element={element} way={way} kept={kept} onShow={onShow} />
        )}
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

interface ElementProps {
  element: string;
  /** How it is reached. */
  way: string;
}

const Element = ({ element, way }: ElementProps) => (
  <>
    {element !== '' && <span dir="auto">{element}</span>}
    <code dir="auto">{way}</code>
  </>
);

/** Frames the element in the page that the run kept, until it is pressed again. */
function ElementButton({
  element,
  way,
  kept,
  onShow,
}: ElementProps & { kept: KeptIn; onShow: FindingsProps['onShow'] }) {
  const { store } = useIde();
  const isShown = useIdeState(
    ({ view: { elementToShow: shown } }) =>
      shown?.runId === kept.runId && shown.moment === kept.moment && shown.locator === way,
  );
  const toggle = () => {
    store.setView({ elementToShow: isShown ? undefined : { ...kept, locator: way } });
    if (!isShown) onShow?.();
  };
  return (
    <button
      type="button"
      className={`row gap-sm bare ${classes.element}`}
      aria-pressed={isShown}
      title={isShown ? 'Do not frame it any more' : 'Frame it in the page of this action'}
      onClick={toggle}
    >
      <TargetIcon size={14} aria-hidden />
      <Element element={element} way={way} />
    </button>
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
