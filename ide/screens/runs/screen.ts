import { RunId } from '../../../model/names/codes.ts';
import { oneOf, readAs, type Screen } from '../../app/screen.ts';

const REPORT = 'report';

export const runsScreen: Screen = {
  label: 'Runs',
  entry: 'tab',
  key: 'r',
  skeleton: { label: 'Loading the runs', boxes: 1, rows: 14 },
  title: (_state, { runId, isReport }) =>
    runId === undefined ? 'Runs' : `${isReport ? 'Report of run' : 'Run'} ${runId}`,
  read,
  below: ({ runId, isReport }) => [runId, isReport && runId !== undefined ? REPORT : undefined],
  // The dialog comes first, as in addresses that people have stored.
  asked: ({ dialog, with: other, file, step, isReport, compare }) => ({
    dialog,
    with: other,
    file,
    step,
    compare: isReport ? compare : undefined,
  }),
};

function read(asked: URLSearchParams, first?: string, second?: string) {
  if (first === undefined) return {};
  if (second !== undefined && second !== REPORT) return undefined;
  const dialog = oneOf(['upload', 'picture', 'pictures'], asked.get('dialog'));
  const run = { runId: first, dialog, ...fileOf(dialog, asked) };
  if (second === REPORT) return { ...run, isReport: true, compare: readAs(RunId, asked.get('compare')) };
  const step = asked.get('step') ?? undefined;
  return { ...run, step: step !== undefined && /^[\w.]{1,200}$/.test(step) ? step : undefined };
}

/** The picture of the run that is reviewed. */
function fileOf(dialog: string | undefined, asked: URLSearchParams): { file?: string } {
  const file = dialog === 'pictures' ? asked.get('file') : null;
  return file !== null && /^screenshots\/[^/?#]{1,150}$/.test(file) ? { file } : {};
}
