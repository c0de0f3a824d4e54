import { useQuery } from '@tanstack/react-query';
import { formatMessage } from '../../../kernel/message-template.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { getCompany } from '../../../ui/company.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { stateBadges } from '../conversation.ts';
import { aboutLabels, categoryLabels, complaintNotes, stateLabels } from '../customer-messages.ts';
import './help.css';

export const meta = () => [{ title: 'Get help - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function Conversations() {
  const query = useQuery(api.help.own.queryOptions());
  return (
    <section aria-labelledby="own-conversations">
      <h2 id="own-conversations" className="ruled t-lg">
        Your conversations
      </h2>
      {!query.data && (
        <QueryPlaceholder query={query} text="We couldn't load your conversations." lines={[60, 100, 80]} />
      )}
      {query.data?.length === 0 && (
        <EmptyState title="No conversations yet" text="Your questions and our answers will appear here." />
      )}
      {query.data && query.data.length > 0 && (
        <ul className="moves">
          {query.data.map(({ id, category, state, about, isComplaint, lastAt }) => (
            <li key={id}>
              <span>
                <Link className="link b" to={`/help/${id}`}>
                  {categoryLabels[category]}
                </Link>{' '}
                <span className="sub">
                  {isComplaint && 'Complaint, '}
                  {about && `${formatMessage(aboutLabels[about.kind], { name: about.name })}, `}
                  {formatDateTime(lastAt, { year: true })}
                </span>
              </span>
              <Badge kind={stateBadges[state]}>{stateLabels[state].title}</Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Contacts from the settings (decision C9). WhatsApp only if there is a number. */
function OtherWays() {
  const { supportEmail, phone, tel, whatsapp } = getCompany();
  return (
    <section aria-labelledby="other-ways">
      <h2 id="other-ways" className="ruled t-lg">
        Other ways to reach us
      </h2>
      <p>
        Email{' '}
        <a className="link" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>{' '}
        or call{' '}
        <a className="link" href={`tel:${tel}`}>
          {phone}
        </a>
        , Mon-Fri 9AM-6PM.
      </p>
      {whatsapp && (
        <p>
          WhatsApp{' '}
          <a className="link" href={`https://wa.me/${whatsapp.replace(/\D/g, '')}`} target="_blank" rel="noreferrer">
            {whatsapp}
            <span className="sr"> (opens a new tab)</span>
          </a>
        </p>
      )}
      <p className="ink-2">
        We'll never ask for your password, seed phrase or a code.{' '}
        <Link className="link" to="/contact-check">
          Is this really us?
        </Link>
      </p>
      <p className="ink-2">
        {complaintNotes.promise} {complaintNotes.reviewOffer}{' '}
        <Link className="link" to="/terms">
          Terms of Service
        </Link>
      </p>
    </section>
  );
}

/** Help page with the customer's conversations (decision F9). */
export default function HelpScreen() {
  const { session } = useViewer();
  if (session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap help-page">
      <ScreenHead title="Get help" text="Ask a question or make a complaint. We answer here and by email." />
      <p className="row wraps">
        <Link className="btn" to="/help/new">
          Write to us
        </Link>
        <Link className="btn line" to="/faq">
          Questions and answers
        </Link>
      </p>
      <Conversations />
      <OtherWays />
    </div>
  );
}
