import { useMutation, useQuery } from '@tanstack/react-query';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { worded } from '../../../kernel/worded.ts';
import { api, type call } from '../../../ui/client.ts';
import { dateText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { Link } from '../../../ui/link.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { consentEnded, mailTroubles, marketingWords, noticesNotices } from '../own-messages.ts';
import { Choice } from './choice.tsx';
import './notices.css';

const ThisDevice = later(async () => (await import('./this-device.tsx')).ThisDevice);

export const meta = () => [{ title: 'What we tell you - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

type Settings = Awaited<ReturnType<typeof call.notices.settings>>;

function Always({ settings }: { settings: Settings }) {
  return (
    <section aria-labelledby="always">
      <h2 id="always" className="ruled">
        Always told
      </h2>
      <p>On your page and by mail, at once.</p>
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
  const { mutateAsync } = useMutation(api.notices.setWish.mutationOptions());
  return (
    <section aria-labelledby="by-mail">
      <h2 id="by-mail" className="ruled">
        By mail, too
      </h2>
      <p>All of it stands on your page. Tick what is to come by mail, too.</p>
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

function When({ settings: { digest, quiet } }: { settings: Settings }) {
  const { mutateAsync } = useMutation(api.notices.setHabits.mutationOptions());
  return (
    <section aria-labelledby="when">
      <h2 id="when" className="ruled">
        When
      </h2>
      <Choice
        label="Once a day in one mail, at 8 am in Jamaica"
        value={digest}
        save={(wanted) => mutateAsync({ digest: wanted })}
      />
      <Choice
        label="Nothing by night, from 9 pm to 8 am in Jamaica"
        value={quiet}
        save={(wanted) => mutateAsync({ quiet: wanted })}
      />
      <p className="t-xs ink-2">Security and money do not wait for either.</p>
    </section>
  );
}

function Marketing({ settings: { consent } }: { settings: Settings }) {
  const { mutateAsync } = useMutation(api.notices.setMarketing.mutationOptions());
  const given = consent?.given ?? false;
  const day = consent && dateText(jamaicaDay(consent.at));
  return (
    <section aria-labelledby="marketing">
      <h2 id="marketing" className="ruled">
        News and offers
      </h2>
      <Choice label={marketingWords.text} value={given} save={(wanted) => mutateAsync({ given: wanted })} />
      {consent && (
        <p className="t-xs ink-2">
          {given ? `You agreed on ${day}.` : `Off since ${day}.`}{' '}
          {!given && consent.saidBy !== 'page' && consentEnded[consent.saidBy]}
        </p>
      )}
    </section>
  );
}

function Sections() {
  const asked = useQuery(api.notices.settings.queryOptions());
  if (!asked.data) return <NotYet asked={asked} text={noticesNotices.settingsFailed.text} lines={[40, 100, 90]} />;
  const { trouble } = asked.data;
  return (
    <div className="stack wishes">
      {trouble && (
        <Notice kind="wait">{worded(mailTroubles[trouble.kind], { day: dateText(jamaicaDay(trouble.at)) })}</Notice>
      )}
      <Always settings={asked.data} />
      <ByMail settings={asked.data} />
      <When settings={asked.data} />
      {asked.data.pushKey && <ThisDevice publicKey={asked.data.pushKey} choices={asked.data.choices} />}
      <Marketing settings={asked.data} />
      <div>
        <Link className="link" to="/notices">
          Back to your notices
        </Link>
      </div>
    </div>
  );
}

/** /notices/settings: what is told how, and what is no choice and why (decision 050). */
export default function NoticeSettingsScreen() {
  if (useViewer().session !== 'in') return <SignInNeeded />;
  return (
    <div className="wrap notices">
      <ScreenHead title="What we tell you" text="Which mails you get, and when. It counts at once." />
      <Sections />
    </div>
  );
}
