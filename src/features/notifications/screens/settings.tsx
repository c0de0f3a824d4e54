import { useMutation, useQuery } from '@tanstack/react-query';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { api, type call } from '../../../ui/client.ts';
import { formatDate } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { consentEnded, deliveryProblems, marketingConsent, noticeToasts } from '../customer-messages.ts';
import { Choice } from './setting-checkbox.tsx';
import './notices.css';

const ThisDevice = lazyPart(async () => (await import('./this-device.tsx')).ThisDevice);

export const meta = () => [{ title: 'Notice settings - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

type Settings = Awaited<ReturnType<typeof call.notices.settings>>;

function AlwaysOn({ settings }: { settings: Settings }) {
  return (
    <section aria-labelledby="always">
      <h2 id="always" className="ruled">
        Always on
      </h2>
      <p>You get these right away, on your notices page and by email.</p>
      <ul className="stack">
        {settings.always.map(({ kind, name, about }) => (
          <li key={kind}>
            <b>{name}</b>: {about}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ByMail({ settings }: { settings: Settings }) {
  const { mutateAsync } = useMutation(api.notices.setPreference.mutationOptions());
  return (
    <section aria-labelledby="by-mail">
      <h2 id="by-mail" className="ruled">
        By email
      </h2>
      <p>Every notice appears on your notices page. Choose which ones you also get by email.</p>
      {settings.choices.map(({ kind, name, about, mail }) => (
        <Choice
          key={kind}
          label={
            <>
              <b>{name}</b>: {about}
            </>
          }
          value={mail}
          save={(wanted) => mutateAsync({ kind, channel: 'mail', wanted })}
        />
      ))}
    </section>
  );
}

function Schedule({ settings: { digest, quiet } }: { settings: Settings }) {
  const { mutateAsync } = useMutation(api.notices.setDigestSettings.mutationOptions());
  return (
    <section aria-labelledby="when">
      <h2 id="when" className="ruled">
        Timing
      </h2>
      <Choice
        label="One summary email a day, at 8 am Jamaica time"
        value={digest}
        save={(wanted) => mutateAsync({ digest: wanted })}
      />
      <Choice
        label="No emails or notifications at night, from 9 pm to 8 am Jamaica time"
        value={quiet}
        save={(wanted) => mutateAsync({ quiet: wanted })}
      />
      <p className="t-xs ink-2">Notifications about security and payments are always sent right away.</p>
    </section>
  );
}

function Marketing({ settings: { consent } }: { settings: Settings }) {
  const { mutateAsync } = useMutation(api.notices.setMarketing.mutationOptions());
  const isGiven = consent?.given ?? false;
  const day = consent && formatDate(jamaicaDay(consent.at));
  return (
    <section aria-labelledby="marketing">
      <h2 id="marketing" className="ruled">
        News and offers
      </h2>
      <Choice label={marketingConsent.text} value={isGiven} save={(wanted) => mutateAsync({ given: wanted })} />
      {consent && (
        <p className="t-xs ink-2">
          {isGiven ? `You agreed on ${day}.` : `Off since ${day}.`}{' '}
          {!isGiven && consent.source !== 'page' && consentEnded[consent.source]}
        </p>
      )}
    </section>
  );
}

function Sections() {
  const query = useQuery(api.notices.settings.queryOptions());
  if (!query.data)
    return <QueryPlaceholder query={query} text={noticeToasts.settingsFailed.text} lines={[40, 100, 90]} />;
  const { problem } = query.data;
  return (
    <div className="stack notice-settings">
      {problem && (
        <Notice kind="wait">
          {formatMessage(deliveryProblems[problem.kind], { day: formatDate(jamaicaDay(problem.at)) })}
        </Notice>
      )}
      <AlwaysOn settings={query.data} />
      <ByMail settings={query.data} />
      <Schedule settings={query.data} />
      {query.data.pushKey && <ThisDevice publicKey={query.data.pushKey} choices={query.data.choices} />}
      <Marketing settings={query.data} />
      <div>
        <Link className="link" to="/notices">
          Back to your notices
        </Link>
      </div>
    </div>
  );
}

/** /notices/settings (ADR 23). */
export default function NoticeSettingsScreen() {
  if (useViewer().session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap notices">
      <ScreenHead title="Notice settings" text="Choose which emails you get and when. Changes apply right away." />
      <Sections />
    </div>
  );
}
