import type { TestHeader } from '../../../../../model/protocol/channel/project-view.ts';
import { useIde } from '../../../../app/context.tsx';
import { type ProjectPlace, TEST_PARTS, type TestPart } from '../../../../app/places.ts';
import { ChevronDownIcon, ChevronRightIcon } from '../../../../ui/icons.ts';
import { lateView } from '../../../../ui/late-part.tsx';
import { SkeletonRows } from '../../../../ui/skeleton-rows.tsx';
import classes from './test-parts.module.css';

const LazyPart = lateView(async () => (await import('./shown-part.tsx')).ShownPart, <SkeletonRows count={2} />);

interface TestPartsProps {
  test: TestHeader;
  place: ProjectPlace;
}

export function TestParts({ test, place }: TestPartsProps) {
  const { navigation } = useIde();
  const { part } = place;
  const notes = notesOf(test);
  // What is in a suite fails by what its own tests say, and those have actors of their own.
  const parts = TEST_PARTS.filter(name => test.type !== 'suite' || (name !== 'failures' && name !== 'actors'));
  const toggle = (name: TestPart) =>
    navigation.go({ ...place, part: name === part ? undefined : name }, { replace: true });
  const close = () => {
    document.getElementById(`part-${part}`)?.focus();
    navigation.go({ ...place, part: undefined }, { replace: true });
  };
  return (
    <div className={`column fixed-size ${classes.parts}`}>
      <div className={classes.strip}>
        {parts.map(name => (
          <button
            key={name}
            id={`part-${name}`}
            type="button"
            className={`row bare ${classes.toggle}`}
            aria-expanded={name === part}
            onClick={() => toggle(name)}
          >
            {name === part ? <ChevronDownIcon size={13} aria-hidden /> : <ChevronRightIcon size={13} aria-hidden />}
            {TITLES[name]} {notes[name] !== '' && <span className="accent">{notes[name]}</span>}
          </button>
        ))}
      </div>
      {part !== undefined && parts.includes(part) && (
        <LazyPart key={`${place.versionId} ${test.testCode} ${part}`} part={part} test={test} onClose={close} />
      )}
    </div>
  );
}

const notesOf = (test: TestHeader): Record<TestPart, string> => ({
  parameters: test.parameters?.length ? String(test.parameters.length) : '',
  data: test.hasData ? '•' : '',
  actors: test.actors?.length ? String(test.actors.length) : '',
  browser: test.browser === undefined ? '' : (test.browser.device ?? '•'),
  failures: test.failOn === undefined ? '' : '•',
  details: '',
});

const TITLES: Readonly<Record<TestPart, string>> = {
  parameters: 'Parameters',
  data: 'Data',
  actors: 'Actors',
  browser: 'Browser',
  failures: 'What fails it',
  details: 'Details',
};
