import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field } from '../../../ui/field.tsx';
import { dateText } from '../../../ui/format.ts';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { Slip } from '../../../ui/slip.tsx';
import { bandWords, groupedCode, type Verified } from '../certificate.ts';
import './certificates.css';

export const meta = () => [{ title: 'Check a certificate - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** Longer than any code, however it is spaced. */
const longest = 80;

function Standing({ certificate }: { certificate: Verified }) {
  const { code, title, courseTitle, version, band, issuedAt, revokedAt, name } = certificate;
  const day = (moment: Date) => dateText(jamaicaDay(moment));
  return (
    <>
      <div className="row between">
        <h2>{title}</h2>
        {revokedAt ? <Badge kind="rejected">Revoked</Badge> : <Badge kind="approved">Valid</Badge>}
      </div>
      {revokedAt && (
        <Notice kind="bad">
          We revoked this certificate on {day(revokedAt)}. It counts no more, whatever the paper says.
        </Notice>
      )}
      <Slip
        rows={[
          ...(name === null ? [] : [{ label: 'Issued to', figure: name }]),
          { label: 'Course', figure: courseTitle },
          { label: 'Version of the course', figure: String(version) },
          { label: 'Result', figure: bandWords[band] },
          { label: 'Issued on', figure: day(issuedAt) },
          { label: 'Code', figure: <span className="code">{groupedCode(code)}</span> },
        ]}
      />
      {name === null && !revokedAt && (
        <p className="t-xs ink-2">
          Whose it is does not show here. The paper names its owner; whether that is who shows it to you, only you can
          see.
        </p>
      )}
    </>
  );
}

function Found({ code }: { code: string }) {
  const asked = useQuery(api.certificates.verify.queryOptions({ input: { code: code.slice(0, longest) } }));
  if (!asked.data) return <NotYet asked={asked} text="The code could not be checked." lines={[46, 100, 92]} />;
  const { certificate } = asked.data;
  if (certificate) return <Standing certificate={certificate} />;
  return (
    <Notice kind="bad">
      <p className="b">There is no certificate under this code.</p>
      <p>Compare it with the paper, sign by sign. If it is the same, we did not issue that paper.</p>
    </Notice>
  );
}

/** One field, so it does without the forms and their schemas. */
function CodeForm({ code }: { code: string }) {
  const [typed, setTyped] = useState(code);
  const [missing, setMissing] = useState(false);
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = typed.trim();
    setMissing(given === '');
    if (given !== '') void navigate(`/verify/${encodeURIComponent(given.slice(0, longest))}`);
  };
  return (
    <form className="form stack-s" noValidate onSubmit={submit}>
      <Field
        label="Code of the certificate"
        hint="16 letters and digits, as they stand on it. Small letters, blanks and dashes are no matter."
        error={missing ? 'Type the code that stands on the certificate' : undefined}
        value={typed}
        maxLength={longest}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div>
        <Button type="submit" look={code === '' ? 'primary' : 'line'}>
          Check
        </Button>
      </div>
    </form>
  );
}

/** /verify/:code: whether a certificate counts, for anybody who has its code. */
export default function Verify() {
  const { code = '' } = useParams();
  return (
    <div className="wrap verify">
      <ScreenHead
        title="Check a certificate"
        text="Each certificate of ours has a code. Here everybody sees what it is for, and whether it counts."
      />
      {code !== '' && (
        <div className="sheet neat stack" role="status">
          <Found key={code} code={code} />
        </div>
      )}
      <CodeForm key={code} code={code} />
    </div>
  );
}
