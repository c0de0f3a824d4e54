import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { escapeXml, formatGoamlXml, type GoamlReport } from './goaml.ts';
import type { Party } from './reports.ts';
import { validateReportXml } from './show-reports.ts';
import { autosaveTiming, createAutosave } from './staff/screens/autosave.ts';

const party = (more: Partial<Party> = {}): Party => ({
  role: 'customer',
  kind: 'person',
  firstName: 'Tamara',
  lastName: 'Grant',
  birthDate: '1990-04-12',
  country: 'JM',
  account: '',
  note: '',
  ...more,
});
const order = {
  reference: 'K7M4-9QX',
  side: 'buy',
  jmd: '20000.00',
  coins: '0.00125',
  symbol: 'BTC',
  network: 'bitcoin',
  placedAt: new Date('2026-11-20T15:00:00Z'),
  status: 'completed',
  moved: [
    { direction: 'in', amount: '20000', asset: 'JMD' },
    { direction: 'out', amount: '0.00125', asset: 'BTC' },
  ],
  wallet: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  senders: [],
  payers: [{ bank: 'Bank of a Friend', account: '777000777', holder: 'Third & Party' }],
  payee: {},
  parties: { custody: 'provider', provider: 'Binance & Co', holder: null },
} as const;
const report = (more: Partial<GoamlReport> = {}, narrative = 'Coins went to a wallet on a list.'): GoamlReport => ({
  number: 7,
  version: 3,
  entity: { name: 'Cryptocommerce', id: 'JM-0001' },
  reporter: { name: 'Conrad Lewis', email: 'compliance@demo.test' },
  writtenAt: new Date('2026-11-21T15:00:00Z'),
  suspicionFormedOn: '2026-11-20',
  fidReference: null,
  customer: { id: '019386a0-0000-7000-8000-000000000000', name: 'Tamara Grant' },
  content: { narrative, action: 'The order is held.', reasons: ['LISTED'], parties: [party()], orders: [] },
  orders: [
    order,
    {
      ...order,
      ...{ side: 'sell', wallet: null, senders: [order.wallet], payers: [] },
      payee: { bank: 'Demo Bank', account: '123', holder: 'Tamara Grant' },
    },
  ],
  ...more,
});

test('a report with a buy and a sell is valid and shows the direction of the value', async () => {
  const xml = formatGoamlXml(report());
  expect(await validateReportXml(xml)).toEqual([]);
  const [buy = '', sell = ''] = xml.match(/<transaction>.*?<\/transaction>/g) ?? [];
  expect(buy).toMatch(/<from><entity>.*<to><customer>.*<wallet_address>bc1q.*<payer>.*777000777.*Third &amp; Party/);
  expect(sell).toMatch(/<from><customer>.*<wallet_address>bc1q.*<to><entity>.*<account>123/);
});

test('a party may be a person, a company or a wallet', async () => {
  const parties = [
    party({ birthDate: '', country: '' }),
    party({
      role: 'counterparty',
      kind: 'entity',
      firstName: 'Shell',
      lastName: 'Ltd',
      account: '12-34',
      note: 'Paid',
    }),
    party({ role: 'other', kind: 'wallet', account: order.wallet }),
  ];
  const { content } = report();
  expect(await validateReportXml(formatGoamlXml(report({ content: { ...content, parties } })))).toEqual([]);
});

test('hostile text is escaped and adds no elements or entities', async () => {
  const hostile = `</reason><report_code>CTR</report_code> ]]> <!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]> &e; "'<script>\u0000\u0008\uFFFE`;
  const { content } = report();
  const all = { narrative: hostile, action: hostile, parties: [party({ firstName: hostile, note: hostile })] };
  const xml = formatGoamlXml(report({ content: { ...content, ...all }, customer: { id: hostile, name: hostile } }));
  expect(await validateReportXml(xml)).toEqual([]);
  expect(xml.match(/<report_code>/g)).toHaveLength(1);
  expect(xml).not.toMatch(/<!DOCTYPE|<!ENTITY|<script|&e;/);
});

test('the schema rejects missing, misplaced and malformed content', async () => {
  const { content } = report();
  expect(await validateReportXml(formatGoamlXml(report({ content: { ...content, parties: [] } })))).not.toEqual([]);
  expect(await validateReportXml(formatGoamlXml(report({ content: { ...content, reasons: [] } })))).not.toEqual([]);
  expect(await validateReportXml(formatGoamlXml(report({}, '')))).not.toEqual([]);
  expect(await validateReportXml(formatGoamlXml(report({ orders: [{ ...order, jmd: '-1.00' }] })))).not.toEqual([]);
  expect(await validateReportXml(formatGoamlXml(report({ suspicionFormedOn: '20.11.2026' })))).not.toEqual([]);
  expect(await validateReportXml('<report><unclosed></report>')).not.toEqual([]);
});

test('any text round-trips, except characters that XML cannot contain', () => {
  const back: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };
  const specialTexts = ['<', '&', ']]>', '&amp;', '\u0000', '\u0008', '\ud800', '\ufffe', '\t', '\r\n', 'é', '😀'];
  const piece = fc.oneof(fc.constantFrom(...specialTexts), fc.string());
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      const escaped = escapeXml(text);
      expect(escaped).not.toMatch(/[<>"']/);
      const read = escaped.replaceAll(/&(lt|gt|quot|apos|amp);/g, (entity) => back[entity] ?? '');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be gone.
      expect(read).toBe(text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
    }),
  );
});

class Conflict extends Error {}
class Refusal extends Error {}

function setUp() {
  const server = { text: 'He sold', version: 1, down: false, closed: false, saves: 0 };
  const save = async (text: string, version: number): Promise<number> => {
    server.saves += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (server.down) throw new Error('the connection is down');
    if (server.closed) throw new Refusal();
    if (version !== server.version) throw new Conflict();
    server.text = text;
    server.version += 1;
    return server.version;
  };
  const autosave = createAutosave({
    start: { draft: server.text, version: server.version },
    save,
    isConflict: (error) => error instanceof Conflict,
    canRetry: (error) => !(error instanceof Refusal),
  });
  return { server, autosave };
}

describe('saving a draft', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a change is saved once after a pause', async () => {
    const { server, autosave } = setUp();
    autosave.change('He sold c');
    autosave.change('He sold coins');
    expect(autosave.read().state).toBe('unsaved');
    await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 60);
    expect(server).toMatchObject({ text: 'He sold coins', saves: 1 });
    expect(autosave.read()).toMatchObject({ state: 'saved', version: 2 });
  });

  test('continuous typing is saved too', async () => {
    const { server, autosave } = setUp();
    for (let letters = 0; letters < 30; letters += 1) {
      autosave.change(`He sold ${'x'.repeat(letters + 1)}`);
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(server.saves).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 60);
    expect(server.text).toBe(`He sold ${'x'.repeat(30)}`);
  });

  test('a change during a save is saved next', async () => {
    const { server, autosave } = setUp();
    autosave.change('He sold coins');
    await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 10);
    expect(autosave.read().state).toBe('saving');
    autosave.change('He sold coins twice');
    await vi.advanceTimersByTimeAsync(60 + autosaveTiming.pauseMs + 60);
    expect(server).toMatchObject({ text: 'He sold coins twice', version: 3 });
    expect(autosave.read().state).toBe('saved');
  });

  test('offline, the text stays and the save is retried', async () => {
    const { server, autosave } = setUp();
    server.down = true;
    autosave.change('He sold coins');
    await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 60);
    expect(autosave.read()).toMatchObject({ state: 'failed', draft: 'He sold coins' });
    server.down = false;
    await vi.advanceTimersByTimeAsync(autosaveTiming.retryMs + 60);
    expect(server.text).toBe('He sold coins');
    expect(autosave.read().state).toBe('saved');
  });
});

describe('a conflict of drafts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a conflict keeps both texts until a person chooses', async () => {
    const { server, autosave } = setUp();
    Object.assign(server, { text: 'She bought', version: 2 });
    autosave.change('He sold coins');
    await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 60);
    expect(autosave.read().state).toBe('conflict');
    expect(server.text).toBe('She bought');
    autosave.receive({ draft: server.text, version: server.version });
    expect(autosave.read()).toMatchObject({ draft: 'He sold coins', serverVersion: { draft: 'She bought' } });
    autosave.choose('mine');
    await vi.advanceTimersByTimeAsync(60);
    expect(server).toMatchObject({ text: 'He sold coins', version: 3 });
    expect(autosave.read()).toMatchObject({ state: 'saved', serverVersion: null });
  });

  test('choosing the other text does not save again', async () => {
    const { server, autosave } = setUp();
    autosave.change('He sold coins');
    Object.assign(server, { text: 'She bought', version: 2 });
    autosave.receive({ draft: 'She bought', version: 2 });
    autosave.choose('theirs');
    await vi.advanceTimersByTimeAsync(autosaveTiming.maxWaitMs);
    expect(autosave.read()).toMatchObject({ draft: 'She bought', state: 'saved', version: 2 });
    expect(server.saves).toBe(0);
  });

  test('a newer server text replaces a saved draft', () => {
    const { autosave } = setUp();
    autosave.receive({ draft: 'She bought', version: 5 });
    expect(autosave.read()).toMatchObject({ draft: 'She bought', version: 5, state: 'saved' });
  });

  test('a permanently refused draft is not sent again', async () => {
    const { server, autosave } = setUp();
    server.closed = true;
    autosave.change('He sold coins');
    await vi.advanceTimersByTimeAsync(autosaveTiming.maxWaitMs * 3);
    expect(server.saves).toBe(1);
    expect(autosave.read()).toMatchObject({ state: 'failed', draft: 'He sold coins' });
  });

  test('a server version that arrives during a save is kept for the conflict', async () => {
    const { server, autosave } = setUp();
    Object.assign(server, { text: 'She bought', version: 2 });
    autosave.change('He sold coins');
    await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 10);
    autosave.receive({ draft: 'She bought', version: 2 });
    await vi.advanceTimersByTimeAsync(60);
    expect(autosave.read()).toMatchObject({ state: 'conflict', serverVersion: { draft: 'She bought' } });
  });
});
