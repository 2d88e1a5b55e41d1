import {
  type Attachment,
  AttachmentContentEncoding,
  type Envelope,
  type Feature,
  type Pickle,
  type PickleStep,
  type PickleTag,
  type Step,
  type Tag,
  type TestCaseStarted,
  type TestStep,
  type TestStepFinished,
  TestStepResultStatus,
} from '@cucumber/messages';
import { type Lineage, Query } from '@cucumber/query';

export interface JsonFeature {
  description: string;
  elements: JsonElement[];
  id: string;
  line: number;
  keyword: string;
  name: string;
  tags: JsonTag[];
  uri: string;
}

interface JsonTag {
  name: string;
  line?: number | undefined;
}

export interface JsonElement {
  description: string;
  id: string;
  keyword: string;
  line: number;
  name: string;
  steps: JsonStep[];
  tags: JsonTag[];
  type: 'scenario';
}

export interface JsonStep {
  arguments?: object[];
  /** Ends with a blank; `Before` and `After` for hooks. */
  keyword: string;
  line?: number | undefined;
  name?: string;
  hidden?: true;
  match?: { location: string };
  /** `duration` is whole nanoseconds. */
  result: { status: string; duration?: number; error_message?: string };
  embeddings?: { data: string; mime_type: string }[];
}

/** Source: cucumber-js 12.9 `src/formatter/json_formatter.ts`. Files reach it only by `inlinePictures`. */
export function cucumberJson(messages: readonly Envelope[]): JsonFeature[] {
  const query = new Query();
  for (const message of messages) query.update(message);
  const features = new Map<string, JsonFeature>();
  const renderer = new Renderer(query);
  // The query sorts by times, which many cases share, and by ids, which are texts: the messages have the right order.
  for (const started of messages.flatMap(({ testCaseStarted }) => testCaseStarted ?? [])) {
    if (query.findTestCaseFinishedBy(started)?.willBeRetried) continue;
    const pickle = query.findPickleBy(started);
    const lineage = query.findLineageBy(started);
    const feature = lineage?.feature;
    if (pickle === undefined || lineage === undefined || feature === undefined) continue;
    const known = features.get(pickle.uri) ?? featureOf(feature, pickle.uri);
    features.set(pickle.uri, known);
    known.elements.push(renderer.element(started, pickle, lineage));
  }
  return [...features.values()];
}

const idOf = (name: string): string => name.replace(/ /g, '-').toLowerCase();

const featureOf = ({ description, name, keyword, location, tags }: Feature, uri: string): JsonFeature => ({
  description,
  elements: [],
  id: idOf(name),
  line: location.line,
  keyword,
  name,
  tags: tags.map(tag => ({ name: tag.name, line: tag.location.line })),
  uri,
});

class Renderer {
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
  }

  element(started: TestCaseStarted, pickle: Pickle, lineage: Lineage): JsonElement {
    const { feature, rule, scenario, example } = lineage;
    const names = [feature, rule, pickle].flatMap(part => part?.name ?? []);
    const finished = new Map(this.#query.findTestStepsFinishedBy(started).map(one => [one.testStepId, one]));
    const testSteps = this.#query.findTestCaseBy(started)?.testSteps ?? [];
    const firstStep = testSteps.findIndex(({ pickleStepId }) => pickleStepId !== undefined);
    const steps = testSteps.map((step, index) => {
      const isBefore = firstStep < 0 || index < firstStep;
      return { ...this.#head(step, isBefore), ...this.#outcome(step, finished.get(step.id)) };
    });
    return {
      description: scenario?.description ?? '',
      id: names.map(idOf).join(';'),
      keyword: scenario?.keyword ?? '',
      line: (example ?? scenario)?.location.line ?? 0,
      name: pickle.name,
      steps,
      tags: pickle.tags.map(tag => tagOf(tag, lineage)),
      type: 'scenario',
    };
  }

  #head(testStep: TestStep, isBefore: boolean): Omit<JsonStep, 'result'> {
    const pickleStep = this.#query.findPickleStepBy(testStep);
    if (pickleStep === undefined) return { keyword: isBefore ? 'Before' : 'After', hidden: true };
    const step = this.#query.findStepBy(pickleStep);
    return {
      arguments: argumentsOf(pickleStep, step),
      keyword: step?.keyword ?? '',
      line: step?.location.line,
      name: pickleStep.text,
    };
  }

  #outcome(
    testStep: TestStep,
    finished: TestStepFinished | undefined,
  ): Pick<JsonStep, 'match' | 'result' | 'embeddings'> {
    const { status = TestStepResultStatus.UNKNOWN, duration, message } = finished?.testStepResult ?? {};
    const embeddings = finished === undefined ? [] : this.#query.findAttachmentsBy(finished).flatMap(embeddingOf);
    const hasError = status === TestStepResultStatus.FAILED && message !== undefined;
    return {
      ...this.#match(testStep),
      result: {
        status: status.toLowerCase(),
        ...(duration === undefined ? {} : { duration: duration.seconds * 1e9 + duration.nanos }),
        ...(hasError ? { error_message: message } : {}),
      },
      ...(embeddings.length === 0 ? {} : { embeddings }),
    };
  }

  #match(testStep: TestStep): Pick<JsonStep, 'match'> {
    const definition = this.#query.findUnambiguousStepDefinitionBy(testStep);
    if (definition === undefined) return {};
    const { uri, location } = definition.sourceReference;
    return { match: { location: location === undefined ? `${uri}` : `${uri}:${location.line}` } };
  }
}

function embeddingOf({ body, contentEncoding, mediaType, url }: Attachment): { data: string; mime_type: string }[] {
  if (body === '' && url !== undefined) return [];
  const isText = contentEncoding === AttachmentContentEncoding.IDENTITY;
  return [{ data: isText ? Buffer.from(body).toString('base64') : body, mime_type: mediaType }];
}

function argumentsOf({ argument }: PickleStep, step: Step | undefined): object[] {
  if (argument?.dataTable !== undefined)
    return [{ rows: argument.dataTable.rows.map(({ cells }) => ({ cells: cells.map(({ value }) => value) })) }];
  if (argument?.docString !== undefined)
    return [{ content: argument.docString.content, line: step?.docString?.location.line }];
  return [];
}

/** Follows cucumber-js: tags of a rule are those of its scenarios, without a line. */
function tagOf({ name, astNodeId }: PickleTag, { feature, scenario }: Lineage): JsonTag {
  const all: Tag[] = [feature, scenario, ...(scenario?.examples ?? [])].flatMap(place => [...(place?.tags ?? [])]);
  const line = all.find(({ id }) => id === astNodeId)?.location.line;
  return { name, line };
}
