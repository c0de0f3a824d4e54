import { Button } from '../../../ui/button.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { Upload } from '../../../ui/upload.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import './launch.css';
import { OwnLaunches } from './own-launches.tsx';
import { useLaunch } from './use-launch.ts';

export const meta = () => [{ title: 'Launch a coin - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function LaunchForm() {
  const { field, file, submit, busy, restoredAt, startOver } = useLaunch();
  return (
    <form className="sheet neat stack" noValidate aria-label="Your project" onSubmit={submit}>
      {restoredAt && (
        <Notice>
          We kept what you typed on {momentText(restoredAt)}.{' '}
          <Button look="bare" size="small" onClick={startOver}>
            Start over
          </Button>
        </Notice>
      )}
      <Field label="Coin name" autoComplete="off" maxLength={80} {...field('coinName')} />
      <TextField
        label="Idea"
        hint="What it is for, who needs it, and what happens with the money. In your own words."
        rows={6}
        maxLength={5_000}
        {...field('idea')}
      />
      <TextField
        label="Community links"
        aside="Optional"
        hint="One per line, each a whole address that begins with https://"
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
        hint="Without macros, embedded files or a password. Charts as pictures."
        {...file('whitepaper')}
      />
      <p className="t-xs ink-2">
        Our team reads it by five parts: team, token, law, money and technology. Nothing is listed for trade by it.
      </p>
      <div className="row">
        <Button type="submit" busy={busy}>
          Submit for review
        </Button>
      </div>
    </form>
  );
}

/**
 * /launch: the form with coin name, idea, community links and whitepaper [001 §2 Launch page], and what became of those
 * you handed in.
 */
export default function LaunchScreen() {
  const { session } = useViewer();
  if (session !== 'in') return <SignInNeeded />;
  return (
    <div className="wrap launch">
      <ScreenHead
        title="Launch a coin"
        text="Tell us what you want to launch. People read it, and answer with reasons."
      />
      <LaunchForm />
      <OwnLaunches />
    </div>
  );
}
