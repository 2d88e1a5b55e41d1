import type { IncomingFile } from '../../../model/feature/feature-files.ts';
import { readFeatures } from '../../feature-sync/read-features.ts';
import { featureFile } from '../../store/edits/feature-files.ts';

export interface CheckedFeature {
  file: string;
  name: string;
  scenarios: number;
  message?: string;
}

/** What fetched files hold, as it is listed before anything is imported. */
export async function checkedFeatures(files: readonly IncomingFile[]): Promise<CheckedFeature[]> {
  const texts = files.flatMap(each => (each.fault === undefined ? featureFile(each.file, each.text) : []));
  const read = new Map((await readFeatures(texts)).map(({ source, parsed }) => [source.file, parsed]));
  return files.map(({ file, fault }) => {
    // Another file of the name may be well.
    const { feature, faults } = (fault === undefined ? read.get(file) : undefined) ?? {};
    if (feature !== undefined) return { file, name: feature.name, scenarios: feature.scenarios.length };
    const [first] = faults ?? [];
    const line = first?.line === undefined ? '' : `Line ${first.line}: `;
    return {
      file,
      name: file,
      scenarios: 0,
      message: fault ?? `${line}${first?.message ?? 'The file cannot be read.'}`,
    };
  });
}
