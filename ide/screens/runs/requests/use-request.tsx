import { useIde } from '../../../app/context.tsx';
import { attempt } from '../../../commands/command.ts';
import { answerLikeThis, checkRequest, type PlaceOfRequest } from '../../../commands/use-request.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import type { ShownExchange, ShownRequest } from '../execution/use-moment.ts';

interface UseRequestProps {
  request: ShownRequest;
  response: ShownExchange['response'];
  /** Undefined: no test is open that could take a row. */
  at: PlaceOfRequest | undefined;
}

const NO_TEST = 'Open the test that it is for: the action is added there';

/** Rows of the test that are made of a request. */
export function UseRequest({ request, response, at }: UseRequestProps) {
  const ide = useIde();
  const { method, url, status } = request;
  const mediaType = response?.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const text = response?.body?.text;
  const checked = { method, url, status: status === undefined ? undefined : String(status) };
  const obstacle = obstacleTo({ request, response });
  return (
    <>
      <TextButton
        label="Answer like this in this test"
        size="compact-xs"
        variant="default"
        hint="Adds an action that mocks the request; the body is kept under files/answers/, secrets masked"
        obstacle={at === undefined ? NO_TEST : obstacle}
        onClick={() =>
          at && void attempt('Answer like this', () => answerLikeThis(ide, at, request, { mediaType, text }))
        }
      />
      <TextButton
        label="Check this request"
        size="compact-xs"
        variant="default"
        hint="Adds an action that checks that the request is sent"
        obstacle={at === undefined ? NO_TEST : undefined}
        onClick={() => at && void attempt('Check this request', () => checkRequest(ide, at, checked))}
      />
    </>
  );
}

function obstacleTo({ request: { status = 0 }, response }: Pick<UseRequestProps, 'request' | 'response'>) {
  if (response === undefined || status < 200) return 'It was not answered';
  const { body, reason } = response;
  if (reason !== undefined) return `Its body cannot be had: ${reason}`;
  if (body === undefined) return undefined;
  if (body.text === undefined) return 'Its body is no text: put it into files/ and name it in “Mock requests”';
  return body.cut === undefined ? undefined : 'The body is too long to be kept as a file';
}
