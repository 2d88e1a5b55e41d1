import { type ReactNode, useMemo } from 'react';
import { type CallRecord, headerLines } from '../../../../model/run/call-record.ts';
import { JsonTree } from '../requests/json-tree.tsx';
import { readJson } from '../requests/read-json.ts';
import classes from './node-details.module.css';

export function CallDetails({ call }: { call: CallRecord }) {
  const { method, url, requestHeaders, requestBody, answeredBy, status, headers, body } = call;
  return (
    <section className={classes.call} aria-label="API call">
      <Side title="Request" lead={`${method} ${url}`} headers={linesOf(requestHeaders)} body={requestBody} />
      <Side title="Response" lead={answerOf(status, answeredBy)} headers={linesOf(headers)} body={body} />
    </section>
  );
}

const linesOf = (headers: CallRecord['headers']) => headers && headerLines(headers);

const answerOf = (status: number | undefined, answeredBy: string | undefined): string => {
  if (status === undefined) return 'No response';
  return answeredBy === undefined ? `Status ${status}` : `Status ${status} from ${answeredBy}`;
};

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

/** A body that was cut is no JSON and stays as it is. */
function Body({ name, text, sought }: SideBodyProps) {
  const root = useMemo(() => readJson(text), [text]);
  return root === undefined ? <Text>{text}</Text> : <JsonTree {...{ name, text, root, sought }} />;
}
