import { type ReactNode, useMemo } from 'react';
import { type CallRecord, headerLines, MOST_BODY, repeatLines } from '../../../../model/run/call-record.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { JsonTree } from '../requests/json-tree.tsx';
import { readJson } from '../requests/read-json.ts';
import classes from './node-details.module.css';

export function CallDetails({ call }: { call: CallRecord }) {
  const { method, url, requestHeaders, requestBody, answeredBy, status, headers, body } = call;
  return (
    <section className={classes.call} aria-label="API call">
      <Side title="Request" lead={`${method} ${url}`} headers={linesOf(requestHeaders)} {...keptBody(requestBody)} />
      <Side title="Response" lead={answerOf(status, answeredBy)} headers={linesOf(headers)} {...keptBody(body)} />
      {call.calls !== undefined && <Text>{repeatLines(call).join('\n')}</Text>}
    </section>
  );
}

const linesOf = (headers: CallRecord['headers']) => headers && headerLines(headers);

const answerOf = (status: number | undefined, answeredBy: string | undefined): string => {
  if (status === undefined) return 'No response';
  return answeredBy === undefined ? `Status ${status}` : `Status ${status} from ${answeredBy}`;
};

const keptBody = (body: string | undefined) => ({
  body,
  note: (body?.length ?? 0) > MOST_BODY ? `Of the body, ${written(MOST_BODY)} characters were kept.` : undefined,
});

const written = (count: number): string => count.toLocaleString('en');

interface SideProps {
  title: string;
  lead: string;
  headers: readonly string[] | undefined;
  body: string | undefined;
  note?: string | undefined;
  /** What is sought in the body at first. */
  sought?: string;
}

export const Side = ({ title, lead, headers, body, note, sought = '' }: SideProps) => (
  <div>
    <h3 className={`small bold ${classes.sub}`}>{title}</h3>
    <Text>{lead}</Text>
    {headers !== undefined && (
      <details className={`note ${classes.headers}`}>
        <summary>Headers ({headers.length})</summary>
        <Text>{headers.join('\n')}</Text>
      </details>
    )}
    {body !== undefined && body !== '' && (
      <Body name={`Body of the ${title.toLowerCase()}`} text={body} sought={sought} />
    )}
    {note !== undefined && <p className={`note ${classes.bodyNote}`}>{note}</p>}
  </div>
);

const Text = ({ children }: { children: ReactNode }) => (
  <pre className={classes.log} dir="auto">
    {children}
  </pre>
);

interface SideBodyProps {
  name: string;
  text: string;
  sought: string;
}

/** Characters of a text that are drawn. */
const MOST_SHOWN = 20_000;
/** Characters of JSON that are drawn as a tree within a moment. */
const MOST_IN_TREE = 500_000;

/** A body that was cut is no JSON and stays as it is. */
function Body({ name, text, sought }: SideBodyProps) {
  const root = useMemo(() => (text.length > MOST_IN_TREE ? undefined : readJson(text)), [text]);
  if (root !== undefined) return <JsonTree {...{ name, text, root, sought }} />;
  return (
    <section aria-label={name}>
      <CopyButton text={text} what={name.toLowerCase()} />
      <Text>{text.slice(0, MOST_SHOWN)}</Text>
      {text.length > MOST_SHOWN && (
        <p className={`note ${classes.bodyNote}`}>
          Shown are the first {written(MOST_SHOWN)} of {written(text.length)} characters; Copy takes all.
        </p>
      )}
    </section>
  );
}
