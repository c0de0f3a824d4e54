import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { QrCode } from '../../../../ui/qr-code.tsx';
import { CodeOnly } from '../../schema.ts';

export type Enrolment = { uri: string; text: string };

export default function EnrolForm({ uri, text, onDone }: Enrolment & { onDone: (codes: string[] | null) => void }) {
  const { busy, submit, field } = useCommandForm(CodeOnly, api.accounts.confirmAuthenticator, {
    start: { code: '' },
    done: ({ codes }) => onDone(codes),
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p>Scan this QR code with an authenticator app on your phone, or type in the key.</p>
      <QrCode text={uri} name="the key" />
      <div>
        <code className="secret">{text.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={text} name="the key" />
      </div>
      <Field
        {...field('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="The six digits the app shows now."
      />
      <Button type="submit" full busy={busy}>
        {busy ? 'Checking...' : 'Turn on'}
      </Button>
    </form>
  );
}
