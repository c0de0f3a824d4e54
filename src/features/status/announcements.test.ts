import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPolicyTools } from '../../../test/security/row-policies.ts';
import { applySetting } from '../../../test/settings.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { findBannerItems, loadStatus } from './load-status.ts';
import { PublishAnnouncement } from './schema.ts';

const server = await serverWithoutFaults();
const { call, owner, services, signIn } = server;
const { outcome } = createPolicyTools(server);
const [support, finance] = [await signIn('support'), await signIn('finance')];

const announcement = {
  component: 'bank',
  level: 'slow',
  text: 'Transfers take longer today.',
  startsAt: '',
  endsAt: '',
};
const now = new Date('2026-11-30T15:00:00Z');

async function publish(more: object = {}, cookie = support) {
  const { status, body } = await call<{ id?: string; code?: string }>(
    'announcements/publish',
    { ...announcement, ...more },
    cookie,
  );
  return status === 200 ? { id: body.id ?? '' } : { code: body.code ?? String(status), id: '' };
}
const end = async (announcementId: string) =>
  (await call<{ code?: string }>('announcements/end', { announcementId }, finance)).body.code ?? 'done';
const bannerIds = async () => (await findBannerItems(services)).map(({ id }) => id);

describe('announcements', () => {
  test('an announcement is in the banner from start to end, and publishing and ending are audited', async () => {
    server.setTime(now);
    const { id } = await publish({ startsAt: '2026-11-30T11:00', endsAt: '2026-11-30T12:00' });
    expect(await bannerIds()).not.toContain(id);
    server.setTime(after(now, hours(1)));
    expect(await bannerIds()).toContain(id);
    server.setTime(after(now, hours(2)));
    expect(await bannerIds()).not.toContain(id);
    const open = await publish();
    server.setTime(after(now, days(2)));
    expect(await bannerIds()).toContain(open.id);
    expect(await end(open.id)).toBe('done');
    expect(await bannerIds()).not.toContain(open.id);
    expect(await end(open.id)).toBe('announcements.over');
    expect(await end(randomUUID())).toBe('announcements.over');
    const { rows } = await owner.query('select action, actor_role from audit_log where subject_id = $1 order by id', [
      open.id,
    ]);
    expect(rows).toEqual([
      { action: 'announcements.published', actor_role: 'support' },
      { action: 'announcements.ended', actor_role: 'finance' },
    ]);
  });

  test('a planned announcement that is ended before its start is never shown', async () => {
    server.setTime(now);
    const { id } = await publish({ text: 'Planned work.', startsAt: '2026-12-02T10:00' });
    expect(await end(id)).toBe('done');
    server.setTime(after(now, days(4)));
    expect(await bannerIds()).not.toContain(id);
    expect(JSON.stringify((await loadStatus(services)).history)).not.toContain('Planned work.');
  });

  test('times in the past or far ahead are refused', async () => {
    server.setTime(now);
    expect(await publish({ endsAt: '2026-11-30T09:59' })).toMatchObject({ code: 'announcements.end_passed' });
    expect(await publish({ startsAt: '2026-11-30T09:00' })).toMatchObject({ code: 'announcements.start_far' });
    expect(await publish({ startsAt: '2027-03-30T09:00' })).toMatchObject({ code: 'announcements.start_far' });
  });
});

test('the database refuses announcements by other roles, and in the name of another person', async () => {
  const insert = `insert into announcements (component, level, text, starts_at, created_at, author_id)
    values ('bank', 'info', 'All is well', now(), now(), $1)`;
  const { rows } = await owner.query<{ id: string }>(`select id from auth."user" order by id limit 2`);
  const [user = '', other] = rows.map(({ id }) => id);
  expect(await outcome({ user, roles: 'support' }, insert, [user])).toBe(1);
  expect(await outcome({ user, roles: 'support' }, insert, [other])).toBe('refused');
  expect(await outcome({ user }, insert, [user])).toBe('refused');
  expect(await outcome({ user, roles: 'compliance' }, insert, [user])).toBe('refused');
  const { id } = await publish();
  const close = `update announcements set ends_at = now(), ended_by = $2 where id = $1`;
  expect(await outcome({ user, roles: 'compliance' }, close, [id, user])).toBe(0);
  expect(await outcome({ user, roles: 'support' }, close, [id, other])).toBe('refused');
  expect(await outcome({ user, roles: 'support' }, close, [id, user])).toBe(1);
});

test.each([
  ['Transfers are late. Money is safe.', true],
  ['x', false],
  ['y'.repeat(301), false],
  ['<b>Late</b>', false],
  ['One line\nand another', false],
  ['Visit evil.example now', false],
  ['Write to help@evil', false],
])('the text %j is valid: %s', (text, valid) =>
  expect(PublishAnnouncement.safeParse({ ...announcement, text }).success).toBe(valid),
);
test.each([
  [{ component: 'prices' }, false],
  [{ component: 'coin-BTC' }, true],
  [{ startsAt: '2026-02-30T10:00' }, false],
  [{ startsAt: '2028-02-29T23:59' }, true],
  [{ startsAt: '2026-13-01T10:00' }, false],
  [{ startsAt: '2026-12-01T10:00', endsAt: '2026-12-01T10:00' }, false],
])('the input %o is valid: %s', (more, valid) =>
  expect(PublishAnnouncement.safeParse({ ...announcement, ...more }).success).toBe(valid),
);

describe('the status page', () => {
  test('the status page shows a paused network and an announcement, and both in the history', async () => {
    const paused = (['buy', 'sell'] as const).map((side) => ({ side, symbol: 'XRP', network: 'xrp' }));
    await applySetting(server, 'asset_switches', { paused });
    const { id } = await publish({ text: 'Our bank is late today.' });
    const { components, history } = await loadFresh();
    expect(components.get('network-xrp')?.state).toBe('paused');
    expect(components.get('bank')).toMatchObject({ state: 'slow' });
    expect(components.get('bank')?.texts).toContain('Our bank is late today.');
    await applySetting(server, 'asset_switches', { paused: [] });
    await end(id);
    const later = await loadFresh();
    expect(later.components.get('network-xrp')?.state).toBe('working');
    const texts = later.history.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining(['Our bank is late today.', 'Paused: XRP on XRP Ledger, buying and selling.']),
    );
    expect(history.length).toBeGreaterThan(0);
  });

  test('entries older than 90 days are gone from the history', async () => {
    await owner.query(
      `insert into announcements (component, level, text, starts_at, ends_at, created_at, author_id)
         select 'bank', 'slow', t, now() - d - interval '1 hour', now() - d, now(), (select id from auth."user" limit 1)
           from (values ('Ancient', interval '90 days 1 minute'), ('Recent', interval '89 days')) e (t, d)`,
    );
    const texts = (await loadFresh()).history.map(({ text }) => text);
    expect(texts).toContain('Recent');
    expect(texts).not.toContain('Ancient');
  });

  /** A copy of the services has its own cache. */
  const loadFresh = () => loadStatus({ ...services, clock: () => new Date() });
});
