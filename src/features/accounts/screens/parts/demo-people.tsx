import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';

/** The people of the demo; an empty list in production, and while it is not known. */
export const useDemoPeople = () =>
  useQuery(api.accounts.demoPeople.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data ?? [];

type DemoPeopleProps = { onChoose: (email: string, password: string) => void };

/** Whom one can try the demo as: one press fills the form. */
export function DemoPeople({ onChoose }: DemoPeopleProps) {
  const people = useDemoPeople();
  const [first] = people;
  if (!first) return null;
  return (
    <section aria-labelledby="demo-people" className="stack">
      <h2 id="demo-people" className="t-lg">
        Demo people
      </h2>
      <p className="ink-2">
        This is a demo with invented people. All of them have the password{' '}
        <span className="code">{first.password}</span>
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
