import { actorsOf } from '../../../app/actors.ts';
import { useIdeState, usePlace } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import { SelectField } from '../../../ui/fields.tsx';

interface ActorFieldProps {
  label: string;
  size: 'xs';
  hint: string;
  text: string;
  error: string | undefined;
  autoFocus: boolean;
  onChange(text: string): void;
}

/** Who acts, of the actors of the test that is shown. */
export function ActorField({ hint, text, ...common }: ActorFieldProps) {
  const place = usePlace();
  const testCode = isInProject(place) ? place.testId : undefined;
  const actors = useIdeState(state => actorsOf(state, testCode));
  const names = actors.map(({ name }) => name);
  const [first] = names;
  const isGone = text !== '' && !names.includes(text);
  return (
    <SelectField
      {...common}
      description={hint}
      value={text}
      data={[
        { value: '', label: first === undefined ? 'Nobody in particular' : `The first actor: ${first}` },
        ...names.map(name => ({ value: name, label: name })),
        ...(isGone ? [{ value: text, label: `${text} (not an actor of this test)` }] : []),
      ]}
    />
  );
}
