import { useQuery } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { programsToasts } from '../toasts.ts';
import { KeysPart } from './keys-part.tsx';
import { WebhooksPart } from './webhooks-part.tsx';

export const meta = () => [{ title: 'Programs - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function Parts() {
  const keys = useQuery(api.programs.keys.queryOptions());
  const webhooks = useQuery(api.programs.webhooks.queryOptions());
  if (!keys.data) return <QueryPlaceholder query={keys} text={programsToasts.failed.text} lines={[40, 100, 80]} />;
  if (!webhooks.data)
    return <QueryPlaceholder query={webhooks} text={programsToasts.failed.text} lines={[40, 100, 80]} />;
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
          API documentation
        </Link>
        <Link className="link" to="/profile">
          Back to your profile
        </Link>
      </div>
    </div>
  );
}

/** /profile/programs: API keys and webhook endpoints (ADR 24). */
export default function ProgramsScreen() {
  if (useViewer().session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap">
      <ScreenHead title="Programs" text="API keys for your programs and webhooks for your orders." />
      <Parts />
    </div>
  );
}
