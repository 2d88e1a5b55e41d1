/** Texts of files as editors have them: lines end with \n, without a byte order mark. Pure. */
import type { FeatureScenario } from './tool-replies.ts';

const MARK = '\uFEFF';

/** A file as it is shown. */
export const shownText = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** What was shown, written as the file was: its line ends and its mark stay. */
export function writtenText(shown: string, file: string): string {
  const mark = file.startsWith(MARK) ? MARK : '';
  return mark + (file.includes('\r\n') ? shown.replaceAll('\n', '\r\n') : shown);
}

/** Scenarios of one name are told apart by their order; undefined where the text says otherwise by now. */
export function lineOfScenario(
  text: string,
  scenarios: readonly FeatureScenario[],
  code: string | undefined,
): number | undefined {
  const scenario = scenarios.find(one => one.scenario === code);
  if (scenario === undefined) return undefined;
  const { name, keyword } = scenario;
  const alike = scenarios.filter(one => one.name === name && one.keyword === keyword);
  const lines = text.split('\n').flatMap((line, index) => {
    const isMeant = line.trimStart().startsWith(`${keyword}:`) && line.trim().endsWith(name);
    return isMeant ? [index + 1] : [];
  });
  return lines[alike.indexOf(scenario)];
}
