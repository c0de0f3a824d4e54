import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { api } from '../../../ui/client.ts';
import { type DeskPerson, deskMeta } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { forRole, OwnMatter } from '../../../ui/desk/not-for-role.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { later } from '../../../ui/later.tsx';
import NotFound from '../../../ui/not-found.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { CustomerJudgements } from '../../casework/screens/parts/customer-judgements.tsx';
import { complianceActs } from '../../compliance/acts.ts';
import { identityActs } from '../../identity/acts.ts';
import { CustomerFiles } from './identity/customer-files.tsx';
import { CustomerLinks } from './identity/customer-links.tsx';
import { CustomerNotes } from './identity/customer-notes.tsx';
import { CustomerOrders } from './identity/customer-orders.tsx';
import { CustomerProfile, CustomerRisk } from './identity/customer-profile.tsx';
import { CustomerSessions } from './identity/customer-sessions.tsx';
import type { CustomerRecord } from './identity/data.ts';
import { SubmissionLines } from './identity/past.tsx';

const CustomerLearning = later(() =>
  import('./identity/customer-learning.tsx').then((parts) => parts.CustomerLearning),
);

export const meta = () => deskMeta('Customer');

/** One customer: who they are, what they handed in, what they trade, where they are signed in, what staff noted. */
export default forRole(
  { act: identityActs.look, what: 'Identity checks', who: 'Compliance, support or admin' },
  CustomerScreen,
);

function CustomerScreen({ person }: { person: DeskPerson }) {
  const { customerId = '' } = useParams();
  return <Customer key={customerId} customerId={customerId} person={person} />;
}

function Customer({ customerId, person }: { customerId: string; person: DeskPerson }) {
  const navigate = useNavigate();
  const query = useQuery(api.identity.customer.queryOptions({ input: { userId: customerId } }));
  useKeys({ escape: () => void navigate('/admin/customers') });
  const { code } = query.error ? refusalWords(query.error) : {};
  const missing = code === 'identity.customer_not_found' || (query.error as { status?: number } | null)?.status === 400;
  if (missing) return <NotFound />;
  const own = code === 'approvals.own_matter';
  return (
    <>
      <div className="bar2">
        <Link className="chip" to="/admin/customers">
          <ArrowLeft className="ic" aria-hidden="true" />
          Customers
        </Link>
      </div>
      <div className="panel alone">
        <div className="in">
          {query.data ? (
            <Record record={query.data} person={person} />
          ) : own ? (
            <OwnMatter what="This is your own record. Colleagues look after it, you see it on your profile." />
          ) : (
            <NotYet asked={query} text="The customer could not be read." lines={[60, 90, 100, 100, 80]} />
          )}
        </div>
      </div>
    </>
  );
}

/** Few of those who open a record look for it: asked for, with its script, when it is opened. */
function Learning({ userId, person }: { userId: string; person: DeskPerson }) {
  const [open, setOpen] = useState(false);
  return (
    <Part id="learning" title="Learning">
      <details className="past" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Courses, first lesson and certificates</summary>
        {open && <CustomerLearning userId={userId} person={person} />}
      </details>
    </Part>
  );
}

function Record({ record, person }: { record: CustomerRecord; person: DeskPerson }) {
  const { profile, submissions } = record;
  return (
    <>
      <div>
        <h1 className="title">{profile.name}</h1>
        <p className="ink-2">{profile.email}</p>
      </div>
      <div className="cols customer-record">
        <div className="col">
          <CustomerProfile record={record} />
          <CustomerRisk profile={profile} />
          {isFor(complianceActs.work, person.roles) && <CustomerJudgements userId={profile.id} email={profile.email} />}
          {isFor(identityActs.link, person.roles) && <CustomerLinks userId={profile.id} />}
          <Part id="submissions" title="Submissions">
            {submissions.length > 0 ? (
              <SubmissionLines submissions={submissions} />
            ) : (
              <p className="ink-2">Nothing was submitted yet.</p>
            )}
          </Part>
          <CustomerFiles files={record.files} />
        </div>
        <div className="col">
          <CustomerOrders record={record} />
          <Learning userId={profile.id} person={person} />
          <CustomerSessions userId={profile.id} person={person} />
          <CustomerNotes userId={profile.id} name={profile.name} notes={record.notes} />
        </div>
      </div>
    </>
  );
}
