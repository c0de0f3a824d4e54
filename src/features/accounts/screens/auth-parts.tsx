import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';

const noOptions = { people: [], provider: null };

export const useSignInOptions = () =>
  useQuery(api.accounts.signInOptions.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data ?? noOptions;

type DemoCustomersProps = { onChoose: (email: string, password: string) => void };

export function DemoCustomers({ onChoose }: DemoCustomersProps) {
  const { people } = useSignInOptions();
  const [first] = people;
  if (!first) return null;
  return (
    <section aria-labelledby="demo-people" className="stack">
      <h2 id="demo-people" className="t-lg">
        Demo customers
      </h2>
      <p className="ink-2">
        This is a demo with invented people. They all use the password <span className="code">{first.password}</span>
      </p>
      <ul className="moves">
        {people.map(({ email, name, about, password }) => (
          <li key={email}>
            <div>
              <b className="b">{name}</b>
              <div className="t-xs ink-2">{email}</div>
              <div className="t-xs ink-2">{about}</div>
            </div>
            <div className="row">
              <button
                type="button"
                className="btn line sm"
                aria-label={`Fill in ${email}`}
                onClick={() => onChoose(email, password)}
              >
                Fill in
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ResendProps = { getEmail: () => string; notice: { title: string; text: string } };

/** Resends the verification link [000 §2 Verify email]. */
export function ResendButton({ getEmail, notice }: ResendProps) {
  const resend = useCommand(api.accounts.resendVerification, { done: () => toastSuccess(notice) });
  return (
    <Button variant="line" busy={resend.isPending} onClick={() => resend.mutate({ email: getEmail() })}>
      {resend.isPending ? 'Sending...' : 'Resend verification email'}
    </Button>
  );
}

export type RedirectOrigin = { created?: boolean; invalid?: boolean; resetSent?: boolean };

export const parseRedirectOrigin = (state: unknown): RedirectOrigin =>
  typeof state === 'object' && state !== null ? state : {};
