import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, ButtonLink, buttonClass } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDate } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { QueryPlaceholder } from '../../../../ui/query-placeholder.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { type Certificate, formatCode, getVerifyPath, gradeLabels } from '../certificate.ts';
import { certificateToasts } from '../customer-messages.ts';
import './certificates.css';

const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: api.certificates.own.key() });
};

function ShowNameCheckbox({ id, showsName }: Pick<Certificate, 'id' | 'showsName'>) {
  const refresh = useRefresh();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const show = useCommand(api.certificates.showName, {
    done: (_, { shows }) => toastSuccess(shows ? certificateToasts.nameShown : certificateToasts.nameHidden),
    after: () => refresh().finally(() => setPressed(null)),
  });
  return (
    <Checkbox
      label="Show my name to anyone who checks the code"
      checked={pressed ?? showsName}
      onChange={({ target }) => {
        if (pressed !== null) return;
        setPressed(target.checked);
        show.mutate({ id, shows: target.checked });
      }}
    />
  );
}

function CertificateItem({ certificate }: { certificate: Certificate }) {
  const { id, code, title, courseTitle, band, issuedAt, revokedAt, showsName } = certificate;
  const file = `/api/certificates/${id}`;
  return (
    <li>
      <h3>{courseTitle}</h3>
      <p className="facts ink-2 num">
        <span>{title}</span>
        <span>{gradeLabels[band]}</span>
        <span>{formatDate(jamaicaDay(issuedAt))}</span>
        <span className="code">{formatCode(code)}</span>
      </p>
      {revokedAt ? (
        <p className="row under">
          <Badge kind="rejected">Revoked on {formatDate(jamaicaDay(revokedAt))}</Badge>
          <span>It's no longer valid. Contact support if you think this is a mistake.</span>
        </p>
      ) : (
        <div className="stack under">
          <div className="row">
            <a className={buttonClass({})} href={`${file}/paper`} download>
              <FileDown className="ic" aria-hidden="true" />
              Save as PDF
            </a>
            <a className={buttonClass({ variant: 'line' })} href={`${file}/credential`} download>
              <FileDown className="ic" aria-hidden="true" />
              Save as digital badge
            </a>
            <ButtonLink variant="line" to={getVerifyPath(code)}>
              View public page
            </ButtonLink>
          </div>
          <p className="t-xs ink-2">
            The digital badge is an Open Badges 3.0 credential for portfolios and job sites. It includes your name only
            if you show it here.
          </p>
          <ShowNameCheckbox id={id} showsName={showsName} />
        </div>
      )}
    </li>
  );
}

function ReadyCertificate({ courseId, title }: { courseId: string; title: string }) {
  const refresh = useRefresh();
  const claim = useCommand(api.certificates.claim, {
    done: () => toastSuccess(certificateToasts.issued),
    after: refresh,
  });
  return (
    <li>
      <h3>{title}</h3>
      <p>
        You've finished this course. The certificate will show the name in{' '}
        <Link className="link" to="/profile">
          your profile
        </Link>
        .
      </p>
      <div className="row under">
        <Button busy={claim.isPending} onClick={() => !claim.isPending && claim.mutate({ courseId })}>
          Get your certificate
        </Button>
      </div>
    </li>
  );
}

export function MyCertificates() {
  const query = useQuery(api.certificates.own.queryOptions());
  if (query.error) return <QueryPlaceholder query={query} text="We couldn’t load your certificates." />;
  if (!query.data || query.data.certificates.length + query.data.ready.length === 0) return null;
  return (
    <section className="own-certificates" aria-labelledby="own-certificates">
      <h2 id="own-certificates" className="ruled">
        Your certificates
      </h2>
      <ul className="course-list">
        {query.data.ready.map((course) => (
          <ReadyCertificate key={course.courseId} {...course} />
        ))}
        {query.data.certificates.map((certificate) => (
          <CertificateItem key={certificate.id} certificate={certificate} />
        ))}
      </ul>
    </section>
  );
}
