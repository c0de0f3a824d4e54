import { expect, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { type Customer, declaration, enhancedForm, handIn, linkOf, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay, shiftDay } from '../../kernel/calendar.ts';

/** Joined accounts are one person, whose identity and risk are asked of all of them (decision E3). */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');

const join = (one: Customer, other: Customer) =>
  owner.query('insert into joined_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [one.id, other.id]);
const approve = async (submissionId: string) => {
  const answer = { submissionId, note: '', proposalId: null };
  const { status, body } = await call<{ code?: string }>('identity/approve', answer, compliance);
  return status === 200 ? 'approved' : body.code;
};

test('while a match of one account waits for a decision the other is not approved either', async () => {
  const [listed, other] = [await newCustomer(server, 'Zoltran Quistmeyer'), await newCustomer(server, 'Peter Brown')];
  await join(listed, other);
  const submissionId = await handIn(server, other, 1);
  expect(await approve(submissionId)).toBe('identity.match_undecided');
  // What the look found is kept, on the account that it is about.
  expect(await rowsOf('select state from name_hits where user_id = $1', [listed.id])).toEqual([{ state: 'open' }]);
  await owner.query('delete from joined_accounts');
  expect(await approve(submissionId)).toBe('approved');
});

test('while a link of one account waits for a decision the other is not approved either', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  await join(one, other);
  const submissionId = await handIn(server, other, 1);
  await linkOf(server, one.id);
  expect(await approve(submissionId)).toBe('identity.link_undecided');
});

test('an office and the diligence that one account declared count for each account of the person', async () => {
  const [minister, other] = [await newCustomer(server), await newCustomer(server)];
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status, decided_at, created_at)
     select $1, tier, 'approved', now(), now() - interval '1 day' from generate_series(1, 2) tier`,
    [minister.id],
  );
  const declared = { declaration: { ...declaration, pep: true, pepDetails: 'A minister' } };
  const form = await enhancedForm(server, minister.id, declared);
  expect((await call('identity/submitEnhanced', form, minister.cookie)).status).toBe(200);
  // By day: the points of the night would have the order refused.
  server.setTime(new Date(`${shiftDay(jamaicaDay(new Date()), 1)}T17:00:00Z`));
  await server.app.inject({ method: 'POST', url: '/api/rpc/prices/refresh', payload: {} });
  const judged = async ({ id, cookie }: Customer) => {
    expect((await buy(server, cookie, { amount: '1500' })).status).toBe(200);
    const [made] = await rowsOf<{ inputs: object }>(
      'select inputs from risk_assessments where user_id = $1 order by id desc limit 1',
      [id],
    );
    return made?.inputs;
  };
  expect(await judged(other)).toMatchObject({ pep: false, dueDiligence: false });
  await join(minister, other);
  const office = { pep: true, highRiskJurisdiction: false, dueDiligence: true };
  expect(await judged(minister)).toMatchObject(office);
  expect(await judged(other)).toMatchObject(office);
});
