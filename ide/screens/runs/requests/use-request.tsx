import { useIde } from '../../../app/context.tsx';
import { attempt } from '../../../commands/command.ts';
import { answerLikeThis, checkRequest } from '../../../commands/use-request.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import type { LocatedAction } from '../execution/candidates.tsx';
import type { ShownExchange, ShownRequest } from '../execution/use-moment.ts';

interface UseRequestProps {
  request: ShownRequest;
  response: ShownExchange['response'];
  action: LocatedAction;
}

/** Rows of the test that are made of a request. */
export function UseRequest({ request, response, action }: UseRequestProps) {
  const ide = useIde();
  const mediaType = response?.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const { text, cut } = response?.body ?? {};
  const obstacle = obstacleTo({ request, response });
  return (
    <>
      <TextButton
        label="Answer like this in this test"
        size="compact-xs"
        variant="default"
        hint="Adds an action that mocks the request; the body is kept under files/answers/, secrets masked"
        obstacle={obstacle ?? (cut === undefined ? undefined : 'The body is too long to be kept as a file')}
        onClick={() =>
          void attempt('Answer like this', () => answerLikeThis(ide, action, request, { mediaType, text }))
        }
      />
      <TextButton
        label="Check this request"
        size="compact-xs"
        variant="default"
        hint="Adds an action that checks that the request is sent"
        onClick={() => void attempt('Check this request', () => checkRequest(ide, action, request))}
      />
    </>
  );
}

function obstacleTo({ request: { status = 0 }, response }: Pick<UseRequestProps, 'request' | 'response'>) {
  if (response === undefined || status < 200) return 'It was not answered';
  const isBinary = response.body !== undefined && response.body.text === undefined;
  return isBinary ? 'Its body is no text: put it into files/ and name it in “Mock requests”' : undefined;
}
