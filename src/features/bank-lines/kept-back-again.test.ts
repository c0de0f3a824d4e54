import { expect, test } from 'vitest';
import { bankDesk, type ShownLine, uploading, uploadingOther } from '../../../test/bank-lines.ts';
import { cameIn, paidBuy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { openMoney } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** Whoever writes statements keeps the pay-out of a colleague back until others looked, and not again and again. */
const server = await serverWithoutFaults();
const { owner } = server;
const { act, done, finance } = await openMoney(server);
const { confirming, queue } = bankDesk(server, { done, finance });
const admin = await sessionFor(server, 'admin');
const third = await newCustomer(server, 'Fay Third');
await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [third.id]);

const doneBy = async (cookie: string | undefined, path: string, input: object) =>
  expect([path, (await act(path, input, cookie)).body.code]).toEqual([path, undefined]);

let next = 2900;
/** An order of one's own price, and what is done with it. */
async function scene() {
  next += 1;
  const amount = `${next}`;
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId, reference } = await paidBuy(server, ina.cookie, { amount });
  const of = { orderId, note: '' };
  const line = { reference: `FT ${amount}`, details: `TRF ${reference}`, credit: `${amount}.00` };
  /** Finance keeps that line in a statement, and confirms it. */
  const confirmed = async () => {
    await doneBy(finance, 'bankLines/upload', uploading([line]));
    const own = (await queue()).find((one) => one.reference === line.reference) as ShownLine;
    await doneBy(finance, 'bankLines/confirm', { ...confirming(own), kind: 'order', id: orderId });
    await doneBy(finance, 'desk/startProcessing', of);
  };
  /** Somebody keeps it again in another export, with other words. */
  const shows = async (cookie: string | undefined, words: string) => {
    await doneBy(cookie, 'bankLines/upload', uploadingOther([{ ...line, details: words }]));
    const found = (await queue()).find(({ details }) => details.startsWith(line.reference) && details.endsWith(words));
    return found?.id ?? '';
  };
  const toldApart = async (lineId: string) => {
    const { proposalId } = (await done('bankLines/proposeTwo', { lineId, note: 'Ina paid twice' })) as Proposed;
    await doneBy(admin, 'bankLines/decideTwo', { proposalId, decision: 'approve' });
  };
  const prepares = async () => (await act('desk/preparePayout', of)).body.code ?? 'done';
  return { amount, of, orderId, confirmed, shows, toldApart, prepares };
}
type Proposed = { proposalId: string };

test('a line that somebody else judged to be the one that was confirmed stays judged', async () => {
  const { confirmed, shows, prepares } = await scene();
  await confirmed();
  const first = await shows(admin, 'AS THE BANK SHOWS IT');
  expect(await prepares()).toBe('desk.line_again');
  await doneBy(third.cookie, 'bankLines/setAside', { lineId: first, reason: 'same_line', note: '' });
  await shows(admin, 'AND ONCE MORE');
  await shows(admin, 'AND AGAIN');
  expect(await prepares()).toBe('done');
});

test('whose own statement was set aside as that line has proved nothing', async () => {
  const { confirmed, shows, prepares } = await scene();
  await confirmed();
  const made = await shows(finance, 'MADE UP');
  await doneBy(admin, 'bankLines/setAside', { lineId: made, reason: 'same_line', note: '' });
  await shows(admin, 'AS THE BANK SHOWS IT');
  expect(await prepares()).toBe('desk.line_again');
});

test('what one person showed three times and others told apart, they keep back no more; another does', async () => {
  const { confirmed, shows, prepares, toldApart } = await scene();
  await confirmed();
  for (const words of ['ONE', 'TWO', 'THREE']) {
    const again = await shows(third.cookie, words);
    expect(await prepares()).toBe('desk.line_again');
    await toldApart(again);
  }
  await shows(third.cookie, 'FOUR');
  const another = await shows(admin, 'FIVE');
  expect(await prepares()).toBe('desk.line_again');
  await toldApart(another);
  expect(await prepares()).toBe('done');
});

test('nor is what was typed from a slip kept back by one person’s statements again and again', async () => {
  const { amount, orderId, of, prepares, toldApart } = await scene();
  const reference = `SLIP ${amount}`;
  const slip = { ...cameIn(orderId, { amount, reference }), payerHolder: 'Ina Brown', payerAccount: '404512345' };
  await doneBy(finance, 'desk/confirmReceived', slip);
  await doneBy(finance, 'desk/startProcessing', of);
  const shows = async (cookie: string | undefined, payer: string) => {
    const line = { reference, details: payer, credit: '17.00', payer, account: '999888777' };
    await doneBy(cookie, 'bankLines/upload', uploading([line]));
    return (await queue()).find(({ details }) => details === payer)?.id ?? '';
  };
  for (const payer of ['Theo Thief', 'Thea Thief', 'Thor Thief']) {
    const differs = await shows(third.cookie, payer);
    expect(await prepares()).toBe('desk.line_differs');
    await toldApart(differs);
  }
  await shows(third.cookie, 'Tara Thief');
  const another = await shows(admin, 'Toni Thief');
  expect(await prepares()).toBe('desk.line_differs');
  await toldApart(another);
  expect(await prepares()).toBe('done');
});
