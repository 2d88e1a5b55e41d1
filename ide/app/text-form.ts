/** Feature texts as editors show them: lines end with \n, without a byte order mark. */
import type { FeatureScenario } from './tool-replies.ts';

const MARK = '\uFEFF';

export const shownText = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** Restores the line ends and the byte order mark of the file. */
export function writtenText(shown: string, file: string): string {
  const mark = file.startsWith(MARK) ? MARK : '';
  return mark + (file.includes('\r\n') ? shown.replaceAll('\n', '\r\n') : shown);
}

/** Scenarios of one name are told apart by order; undefined where the text has changed too much. */
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
    const isNamed = line.trimStart().startsWith(`${keyword}:`) && line.trim().endsWith(name);
    return isNamed ? [index + 1] : [];
  });
  return lines[alike.indexOf(scenario)];
}
