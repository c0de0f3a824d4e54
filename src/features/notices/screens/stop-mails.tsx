import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { worded } from '../../../kernel/worded.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { call } from '../../../ui/client.ts';
import { Notice } from '../../../ui/notice.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { stopWords } from '../own-messages.ts';

export const meta = () => [{ title: 'Stop these mails - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const tokenIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('token');

/** The word behind the `#`, taken out of the address bar and the history at once; of another link the new one. */
function useToken(): string | null {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => tokenIn(hash));
  useEffect(() => {
    if (!hash) return;
    setToken(tokenIn(hash));
    navigate({ search: '' }, { replace: true, preventScrollReset: true });
  }, [hash, navigate]);
  return token;
}

/** What one link is for, and what became of it. */
function OneLink({ token }: { token: string | null }) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: (word: string) => call.notices.stop({ token: word }),
  });
  return (
    <>
      {error && (
        <Notice kind="bad" live>
          {refusalWords(error).text}
        </Notice>
      )}
      {data && (
        <Notice kind="ok" live>
          {worded(stopWords.done, { name: data.name })}
        </Notice>
      )}
      {!data && token !== null && (
        <>
          <p>
            Press the button and we send no more mails of this kind. Mails about your account and your money still come.
          </p>
          <Button full busy={isPending} onClick={() => mutate(token)}>
            Stop these mails
          </Button>
        </>
      )}
      {!data && token === null && <p>{stopWords.noLink}</p>}
    </>
  );
}

/** /stop-mails: where the link of a mail leads that can be turned off. Opening it does nothing; its button acts. */
export default function StopMailsScreen() {
  const token = useToken();
  return (
    <div className="wrap">
      <ScreenHead title="Stop these mails" />
      <div className="trade">
        <div className="sheet neat stack">
          <OneLink key={token} token={token} />
          <ButtonLink look="line" to="/notices/settings">
            Choose what we mail you
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
