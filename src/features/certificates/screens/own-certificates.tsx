import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { dateText } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { bandWords, type Certificate, groupedCode, verifyPath } from '../certificate.ts';
import { certificateNotices } from '../own-messages.ts';
import './certificates.css';

const useReread = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: api.certificates.own.key() });
};

function NameShown({ id, showsName }: Pick<Certificate, 'id' | 'showsName'>) {
  const reread = useReread();
  /** What was just pressed, until the server has said how it stands. */
  const [wished, setWished] = useState<boolean | null>(null);
  const show = useCommand(api.certificates.showName, {
    done: (_, { shows }) => toastSuccess(shows ? certificateNotices.nameShown : certificateNotices.nameHidden),
    after: () => reread().finally(() => setWished(null)),
  });
  return (
    <Checkbox
      label="Show my name to whoever checks the code"
      checked={wished ?? showsName}
      onChange={({ target }) => {
        if (wished !== null) return;
        setWished(target.checked);
        show.mutate({ id, shows: target.checked });
      }}
    />
  );
}

function One({ certificate }: { certificate: Certificate }) {
  const { id, code, title, courseTitle, band, issuedAt, revokedAt, showsName } = certificate;
  const file = `/api/certificates/${id}`;
  return (
    <li>
      <h3>{courseTitle}</h3>
      <p className="facts ink-2 num">
        <span>{title}</span>
        <span>{bandWords[band]}</span>
        <span>{dateText(jamaicaDay(issuedAt))}</span>
        <span className="code">{groupedCode(code)}</span>
      </p>
      {revokedAt ? (
        <p className="row under">
          <Badge kind="rejected">Revoked on {dateText(jamaicaDay(revokedAt))}</Badge>
          <span>It counts no more. Write to support if you think that is wrong.</span>
        </p>
      ) : (
        <div className="stack under">
          <div className="row">
            <a className={buttonClass({})} href={`${file}/paper`} download>
              <FileDown className="ic" aria-hidden="true" />
              Save as PDF
            </a>
            <a className={buttonClass({ look: 'line' })} href={`${file}/credential`} download>
              <FileDown className="ic" aria-hidden="true" />
              Save for programs
            </a>
            <ButtonLink look="line" to={verifyPath(code)}>
              What others see
            </ButtonLink>
          </div>
          <p className="t-xs ink-2">
            For programs it is an Open Badges 3.0 credential, such as portfolios and job sites read. It names you only
            as long as you show your name here.
          </p>
          <NameShown id={id} showsName={showsName} />
        </div>
      )}
    </li>
  );
}

function Ready({ courseId, title }: { courseId: string; title: string }) {
  const reread = useReread();
  const claim = useCommand(api.certificates.claim, {
    done: () => toastSuccess(certificateNotices.issued),
    after: reread,
  });
  return (
    <li>
      <h3>{title}</h3>
      <p>
        You finished it. The certificate bears the name that stands in{' '}
        <Link className="link" to="/profile">
          your profile
        </Link>{' '}
        now.
      </p>
      <div className="row under">
        <Button busy={claim.isPending} onClick={() => !claim.isPending && claim.mutate({ courseId })}>
          Get your certificate
        </Button>
      </div>
    </li>
  );
}

/** One's own certificates, to be saved, shown and checked; nothing where there is none to have yet. */
export function OwnCertificates() {
  const own = useQuery(api.certificates.own.queryOptions());
  if (own.error) return <NotYet asked={own} text="Your certificates could not be loaded." />;
  if (!own.data || own.data.certificates.length + own.data.ready.length === 0) return null;
  return (
    <section className="own-certificates" aria-labelledby="own-certificates">
      <h2 id="own-certificates" className="ruled">
        Your certificates
      </h2>
      <ul className="course-list">
        {own.data.ready.map((one) => (
          <Ready key={one.courseId} {...one} />
        ))}
        {own.data.certificates.map((certificate) => (
          <One key={certificate.id} certificate={certificate} />
        ))}
      </ul>
    </section>
  );
}
