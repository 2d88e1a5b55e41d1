import type { ReactNode } from 'react';
import { type CallRecord, headerLines } from '../../../../model/run/call-record.ts';
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
}

export const Side = ({ title, lead, headers, body, note }: SideProps) => (
  <div>
    <h3 className={`small bold ${classes.sub}`}>{title}</h3>
    <Text>{lead}</Text>
    {headers !== undefined && (
      <details className={`note ${classes.headers}`}>
        <summary>Headers ({headers.length})</summary>
        <Text>{headers.join('\n')}</Text>
      </details>
    )}
    {body !== undefined && body !== '' && <Text>{readable(body)}</Text>}
    {note !== undefined && <p className={`note ${classes.bodyNote}`}>{note}</p>}
  </div>
);

const Text = ({ children }: { children: ReactNode }) => (
  <pre className={classes.log} dir="auto">
    {children}
  </pre>
);

/** A body that was cut is no JSON and stays as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
