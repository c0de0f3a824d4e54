import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { applySetting } from '../../../test/settings.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { fillSlots } from '../../platform/pages/pages.ts';
import StatusPage from './screens/status.tsx';
import { pageSlots } from './slots.ts';
import { statusSlots } from './status-slots.ts';

const server = await serverWithoutFaults();
const { owner, services } = server;
const template = renderToStaticMarkup(createElement(StatusPage));

/** A copy of the services has its own cache. */
const load = (more: object = {}) => statusSlots({ ...services, ...more });
const toText = (slots: Readonly<Record<string, string>>) =>
  fillSlots(template, slots)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const announce = (text: string) =>
  owner.query(
    `insert into announcements (component, level, text, starts_at, created_at, author_id)
       select 'bank', 'slow', $1, now() - interval '1 minute', now(), id from auth."user" limit 1`,
    [text],
  );

test('a quiet day shows every component as working, without unused lines and Lignum', async () => {
  const text = toText(await load());
  expect(text).toContain('Everything is working.');
  for (const line of ['Bank transfers Working', 'Bitcoin (BTC) Working', 'Tron (TRC20) Working'])
    expect(text).toContain(line);
  expect(text).not.toMatch(/Lignum|%%/);
  expect(text).toMatch(/Last 90 days Nothing was slow or paused\. $/);
});

test('a paused network and an announcement appear with their text and in the history', async () => {
  await applySetting(server, 'asset_switches', {
    paused: ['buy', 'sell'].map((side) => ({ side, symbol: 'XRP', network: 'xrp' })),
  });
  await announce('Transfers are late today.');
  const text = toText(await load());
  expect(text).toContain('Some services are paused.');
  expect(text).toContain('XRP Ledger Paused Buying and selling are paused.');
  expect(text).toContain('Bank transfers Slow Transfers are late today.');
  expect(text).toMatch(/Last 90 days .*Coins and networks Paused Paused: XRP on XRP Ledger, buying and selling/);
  expect(text).toMatch(/Bank transfers Slow Transfers are late today\. Since /);
  expect(text).not.toContain('Nothing was slow or paused.');
});

test('a failed read says so and shows no component', async () => {
  const fail = () => Promise.reject(new Error('down'));
  const text = toText(await load({ jobs: { ...services.jobs, due: fail } }));
  expect(text).toContain('load the current status. Please try again in a moment.');
  expect(text).not.toContain('Bitcoin');
});

test('customer screens get active announcements in the document, public pages do not', async () => {
  await announce('Transfers are late again.');
  const request = { query: {}, headers: {}, cookies: {} } as never;
  const fresh = { ...services };
  const read = async (path: string) => (await pageSlots(fresh, request, path))['announcements'];
  expect(JSON.parse((await read('/trading')) ?? '')).toContainEqual(
    expect.objectContaining({ name: 'Bank transfers', level: 'slow', text: 'Transfers are late again.' }),
  );
  expect(await read('/faq')).toBeUndefined();
});
