import { Button } from '../../../ui/button.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Upload } from '../../../ui/upload.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import './launch.css';
import { OwnLaunches } from './own-launches.tsx';
import { useLaunchForm } from './use-launch-form.ts';

export const meta = () => [{ title: 'Launch a coin - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function LaunchForm() {
  const { field, file, submit, busy, restoredAt, startOver } = useLaunchForm();
  return (
    <form className="sheet neat stack" noValidate aria-label="Your project" onSubmit={submit}>
      <RestoredNotice {...{ restoredAt, onDiscard: startOver }} />
      <Field label="Coin name" autoComplete="off" maxLength={80} {...field('coinName')} />
      <TextField
        label="Idea"
        hint="What is it for, who needs it, and how will the money be used?"
        rows={6}
        maxLength={5_000}
        {...field('idea')}
      />
      <TextField
        label="Community links"
        labelNote="Optional"
        hint="One per line, starting with https://"
        rows={3}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...field('communityLinks')}
      />
      <Upload
        label="Whitepaper"
        purpose="launch-whitepaper"
        accept="word"
        hint="No macros, embedded files or password. Add charts as pictures."
        {...file('whitepaper')}
      />
      <p className="t-xs ink-2">We'll email you our decision. It doesn't list your coin for trading.</p>
      <div className="row">
        <Button type="submit" busy={busy}>
          Submit for review
        </Button>
      </div>
    </form>
  );
}

/** Launch page with the customer's submissions [001 §2 Launch page]. */
export default function LaunchScreen() {
  const { session } = useViewer();
  if (session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap launch">
      <ScreenHead
        title="Launch a coin"
        text="Tell us what you want to launch. We'll review your project and explain our decision."
      />
      <LaunchForm />
      <OwnLaunches />
    </div>
  );
}
