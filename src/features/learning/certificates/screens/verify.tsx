import { useQuery } from '@tanstack/react-query';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDate } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { ScreenHead } from '../../../../ui/screen-head.tsx';
import { ShareButton } from '../../../../ui/share-button.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { formatCode, getVerifyPath, gradeLabels, type VerifiedCertificate } from '../certificate.ts';
import { CodeForm, maxCodeLength, useCode } from './code-form.tsx';

export const meta = () => [{ title: 'Check a certificate - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function CertificateDetails({ certificate }: { certificate: VerifiedCertificate }) {
  const { code, title, courseTitle, version, band, issuedAt, revokedAt, name } = certificate;
  const day = (moment: Date) => formatDate(jamaicaDay(moment));
  return (
    <>
      <div className="row between">
        <h2>{title}</h2>
        {revokedAt ? <Badge kind="rejected">Revoked</Badge> : <Badge kind="approved">Valid</Badge>}
      </div>
      {revokedAt && <Notice kind="bad">We revoked this certificate on {day(revokedAt)}. It's no longer valid.</Notice>}
      <PriceBreakdown
        rows={[
          ...(name === null ? [] : [{ label: 'Issued to', figure: name }]),
          { label: 'Course', figure: courseTitle },
          { label: 'Course version', figure: String(version) },
          { label: 'Result', figure: gradeLabels[band] },
          { label: 'Issued on', figure: day(issuedAt) },
          { label: 'Code', figure: <span className="code">{formatCode(code)}</span> },
        ]}
      />
      {name === null && !revokedAt && (
        <p className="t-xs ink-2">
          The owner has chosen not to show their name here. It's still printed on the certificate.
        </p>
      )}
      {!revokedAt && <ShareButton title={title} path={getVerifyPath(code)} />}
    </>
  );
}

function CodeResult({ code }: { code: string }) {
  const query = useQuery(api.certificates.verify.queryOptions({ input: { code: code.slice(0, maxCodeLength) } }));
  if (!query.data) return <QueryPlaceholder query={query} text="We couldn’t check the code." lines={[46, 100, 92]} />;
  const { certificate } = query.data;
  if (certificate) return <CertificateDetails certificate={certificate} />;
  return (
    <Notice kind="bad">
      <p className="b">There is no certificate with this code.</p>
      <p>Check the code character by character. If it's correct, we didn't issue that certificate.</p>
    </Notice>
  );
}

const checked = {
  path: '/verify',
  label: 'Certificate code',
  missingText: 'Enter the code on the certificate',
} as const;

export default function Verify() {
  const code = useCode();
  return (
    <div className="wrap verify">
      <ScreenHead
        title="Check a certificate"
        text="Every certificate has a code. Enter the code to see the course and whether the certificate is valid."
      />
      {code !== '' && (
        <div className="sheet neat stack" role="status">
          <CodeResult key={code} code={code} />
        </div>
      )}
      <CodeForm key={code} code={code} checked={checked} />
    </div>
  );
}
