import { counted } from '../../../model/names/counted.ts';
import { incidentSentence, isAllowed, isForbidden } from '../../../model/run/incidents.ts';
import { useIde } from '../../app/context.tsx';
import { allowIncident } from '../../commands/allow-incident.ts';
import { attempt } from '../../commands/command.ts';
import { useProjectFailOn } from '../../parts/use-project-fail-on.ts';
import { Card } from '../../ui/card.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './health.module.css';
import type { ShownHealth } from './use-health.ts';

type ShownIncident = ShownHealth['incidents'][number];

/** What tests have not looked for: it fails them once the settings say so. */
export function Incidents({ incidents }: { incidents: readonly ShownIncident[] }) {
  const reply = useProjectFailOn();
  const failOn = reply.phase === 'ready' ? reply.value : {};
  const open = incidents.filter(incident => !isAllowed(incident, failOn));
  if (open.length === 0) return null;
  return (
    <Card title="Errors in pages">
      <p className={classes.quiet}>
        What happened while tests ran, although none of them looked for it. Settings › General says which of it fails a
        test, unless the test says otherwise.
      </p>
      <ul className="stack gap-sm plain-list" aria-label="Errors in pages">
        {open.map(incident => (
          <Row key={JSON.stringify(incident)} incident={incident} isFatal={isForbidden(incident, failOn)} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ incident, isFatal }: { incident: ShownIncident; isFatal: boolean }) {
  const ide = useIde();
  const { text, tests } = incident;
  return (
    <li className="row wrap gap-md between">
      <span className="grow break-words" dir="auto">
        {incidentSentence(incident)}{' '}
        <span className={classes.quiet}>
          {isFatal ? 'fails' : 'would fail'} {counted(tests, 'test')}
        </span>
      </span>
      <TextButton
        label="Allow this"
        size="compact-xs"
        variant="default"
        hint="It fails no test of the project"
        onClick={() => void attempt('Allow this', () => allowIncident(ide, text))}
      />
    </li>
  );
}
