import { useQuery } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { Link } from '../../../ui/link.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { programsNotices } from '../own-messages.ts';
import { KeysPart } from './keys-part.tsx';
import { WebhooksPart } from './webhooks-part.tsx';

export const meta = () => [{ title: 'Programs - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function Parts() {
  const keys = useQuery(api.programs.keys.queryOptions());
  const webhooks = useQuery(api.programs.webhooks.queryOptions());
  if (!keys.data) return <NotYet asked={keys} text={programsNotices.failed.text} lines={[40, 100, 80]} />;
  if (!webhooks.data) return <NotYet asked={webhooks} text={programsNotices.failed.text} lines={[40, 100, 80]} />;
  const { factor } = keys.data;
  return (
    <div className="locks">
      {!factor && (
        <Notice kind="wait">
          Keys need a second sign-in step.{' '}
          <Link className="link" to="/profile#security">
            Set up an authenticator app or a passkey
          </Link>{' '}
          first.
        </Notice>
      )}
      <KeysPart keys={keys.data} />
      <WebhooksPart webhooks={webhooks.data} factor={factor} />
      <div className="row">
        <Link className="link" to="/developers">
          How programs ask us
        </Link>
        <Link className="link" to="/profile">
          Back to your profile
        </Link>
      </div>
    </div>
  );
}

/** /profile/programs: keys by which programs act for whoever made them, and addresses that are told (decision 065). */
export default function ProgramsScreen() {
  if (useViewer().session !== 'in') return <SignInNeeded />;
  return (
    <div className="wrap">
      <ScreenHead title="Programs" text="Keys for programs of yours, and addresses that we tell of your orders." />
      <Parts />
    </div>
  );
}
