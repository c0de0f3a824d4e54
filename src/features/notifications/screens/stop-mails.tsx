import { useMutation } from '@tanstack/react-query';
import { formatMessage } from '../../../kernel/message-template.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { call } from '../../../ui/client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { useHashToken } from '../../../ui/use-hash-token.ts';
import { stopMailsMessages } from '../customer-messages.ts';

export const meta = () => [{ title: 'Stop these emails - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function StopForm({ token }: { token: string | null }) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: (value: string) => call.notices.stop({ token: value }),
  });
  return (
    <>
      {error && (
        <Notice kind="bad" live>
          {errorMessage(error).text}
        </Notice>
      )}
      {data && (
        <Notice kind="ok" live>
          {formatMessage(stopMailsMessages.done, { name: data.name })}
        </Notice>
      )}
      {!data && token !== null && (
        <>
          <p>Press the button to stop emails of this kind. We’ll still email you about your account and your money.</p>
          <Button full busy={isPending} onClick={() => mutate(token)}>
            Stop these emails
          </Button>
        </>
      )}
      {!data && token === null && <p>{stopMailsMessages.noLink}</p>}
    </>
  );
}

/** /stop-mails: opening the link changes nothing, the button unsubscribes. */
export default function StopMailsScreen() {
  const token = useHashToken('token');
  return (
    <div className="wrap">
      <ScreenHead title="Stop these emails" />
      <div className="trade">
        <div className="sheet neat stack">
          <StopForm key={token} token={token} />
          <ButtonLink variant="line" to="/notices/settings">
            Choose which emails you get
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
