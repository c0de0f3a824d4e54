import { useQuery } from '@tanstack/react-query';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { Badge, type BadgeKind } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { announceable, getComponentName } from '../../components.ts';
import { announcementToasts } from '../../messages.ts';
import { announcementPermissions } from '../../permissions.ts';
import { type Level, PublishAnnouncement } from '../../schema.ts';
import '../../../../ui/admin/admin-page.css';

export const meta = () => adminMeta('Announcements');

type List = Awaited<ReturnType<typeof call.announcements.list>>;
type Announcement = List['announcements'][number];

const levelNames: Readonly<Record<Level, { readonly name: string; readonly kind: BadgeKind }>> = {
  info: { name: 'Information', kind: 'note' },
  slow: { name: 'Slow', kind: 'pending' },
  paused: { name: 'Paused', kind: 'rejected' },
  fixed: { name: 'Fixed', kind: 'approved' },
};
const levelOptions = Object.entries(levelNames).map(([value, { name }]) => ({ value, name }));
const componentOptions = announceable.map(({ id, name }) => ({ value: id, name }));

function PublishForm() {
  const { refresh } = useInvalidate(api.announcements.key());
  const { form, field, submit, busy } = useCommandForm(PublishAnnouncement, api.announcements.publish, {
    start: { component: 'site', level: 'info', text: '', startsAt: '', endsAt: '' },
    done: () => {
      form.reset();
      toastSuccess(announcementToasts.published);
      void refresh();
    },
  });
  return (
    <form className="stack narrow" noValidate aria-label="Publish an announcement" onSubmit={submit}>
      <SelectField label="About" options={componentOptions} {...field('component')} />
      <SelectField label="Level" options={levelOptions} {...field('level')} />
      <Field
        label="Text"
        maxLength={300}
        hint="What happened, whether money is safe, what to do. Plain text without links."
        {...field('text')}
      />
      <Field label="Starts" labelNote="Jamaica time" type="datetime-local" hint="Empty: now." {...field('startsAt')} />
      <Field
        label="Ends"
        labelNote="Jamaica time"
        type="datetime-local"
        hint="Empty: until you end it."
        {...field('endsAt')}
      />
      <div className="row">
        <Button type="submit" busy={busy}>
          Publish
        </Button>
      </div>
    </form>
  );
}

const isOver = ({ endsAt }: Announcement, now: Date): boolean => endsAt !== null && endsAt <= now;

function AnnouncementRow({ announcement, now }: { announcement: Announcement; now: Date }) {
  const { id, component, level, text, startsAt, endsAt, author, endedBy } = announcement;
  const { roles } = useStaffUser();
  const { refresh } = useInvalidate(api.announcements.key());
  const { mutate, isPending } = useCommand(api.announcements.end, {
    done: () => toastSuccess(announcementToasts.ended),
    after: refresh,
  });
  const period = `${formatDateTime(startsAt)} to ${endsAt ? formatDateTime(endsAt) : 'open end'}`;
  return (
    <li>
      <b>{getComponentName(component)}</b>
      <span className="wrap-any">{text}</span>
      <span className="ink-2 num">
        {startsAt > now && 'Planned: '}
        {period}, by {author}
        {endedBy && `, ended by ${endedBy}`}
      </span>
      <Badge kind={levelNames[level].kind}>{levelNames[level].name}</Badge>
      {!isOver(announcement, now) && roleAllows(announcementPermissions.end, roles) && (
        <Button
          variant="line"
          size="small"
          busy={isPending}
          label={`End: ${getComponentName(component)}, ${text}`}
          onClick={() => mutate({ announcementId: id })}
        >
          End
        </Button>
      )}
    </li>
  );
}

const Rows = ({ items, now, none }: { items: readonly Announcement[]; now: Date; none: string }) =>
  items.length === 0 ? (
    <p className="ink-2">{none}</p>
  ) : (
    <ul className="rows">
      {items.map((announcement) => (
        <AnnouncementRow key={announcement.id} announcement={announcement} now={now} />
      ))}
    </ul>
  );

function Announcements() {
  const query = useQuery(api.announcements.list.queryOptions());
  const { roles } = useStaffUser();
  if (!query.data)
    return <QueryPlaceholder query={query} text="We couldn't load the announcements." lines={[40, 90, 90]} />;
  const { announcements, now } = query.data;
  return (
    <>
      <PageSection id="announcements-open" title="Active and planned">
        <Rows items={announcements.filter((one) => !isOver(one, now))} now={now} none="No active announcements." />
      </PageSection>
      {roleAllows(announcementPermissions.publish, roles) && (
        <PageSection id="announcements-new" title="New announcement">
          <PublishForm />
        </PageSection>
      )}
      <PageSection id="announcements-over" title="History">
        <Rows items={announcements.filter((one) => isOver(one, now))} now={now} none="Nothing has ended yet." />
      </PageSection>
    </>
  );
}

export default function AnnouncementsScreen() {
  const { roles } = useStaffUser();
  return (
    <div className="desk-page">
      <header className="page-head">
        <h1>Announcements</h1>
        <p className="ink-2">Shown above every customer screen and on the status page.</p>
      </header>
      {roleAllows(announcementPermissions.read, roles) ? (
        <Announcements />
      ) : (
        <Notice>Your role doesn't give you access to this page. Back office staff can see it.</Notice>
      )}
    </div>
  );
}
