import { type EmailCopy, renderEmail } from '../../../kernel/email.ts';
import { formatMessages } from '../../../kernel/message-template.ts';
import type { call } from '../../../ui/client.ts';
import './news.css';

type NewsList = Awaited<ReturnType<typeof call.news.list>>;
export type EmailFrame = Pick<NewsList, 'frame' | 'foot'>;

type PreviewProps = {
  readonly around: EmailFrame;
  readonly copy: EmailCopy;
  readonly title: string;
  readonly path: string;
};

/** A bare `#` would resolve against the URL of the parent page. */
const deadLink = 'about:srcdoc#';

function render({ around: { frame, foot }, copy }: PreviewProps, url: string) {
  return renderEmail('', { ...formatMessages(frame, { name: 'Keisha' }), ...copy, url, foot: { ...foot, url } });
}

/** Shows the mail as HTML and as plain text. The sandboxed frame neither runs scripts nor navigates. */
export function Preview(props: PreviewProps) {
  const { title, path } = props;
  const { subject, html } = render(props, deadLink);
  return (
    <section className="setting" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <p className="wrap-any">
        <b>{subject}</b>
      </p>
      <div className="mail-preview">
        <iframe title={`${title}, as a page`} sandbox="" srcDoc={html} />
        <pre>{render(props, `${location.origin}${path}`).text}</pre>
      </div>
    </section>
  );
}
