import { expect, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import {
  type Customer,
  declaration,
  enhancedForm,
  insertAccountLink,
  newCustomer,
  submitCheck,
} from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';

/** Identity and risk treat joined accounts as one person (decision E3). */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');

const join = (one: Customer, other: Customer) =>
  owner.query('insert into merged_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [one.id, other.id]);
const approve = async (submissionId: string) => {
  const answer = { submissionId, note: '', proposalId: null };
  const { status, body } = await call<{ code?: string }>('identity/approve', answer, compliance);
  return status === 200 ? 'approved' : body.code;
};

test('an undecided match on one joined account holds approval of the other', async () => {
  const [listed, other] = [await newCustomer(server, 'Zoltran Quistmeyer'), await newCustomer(server, 'Peter Brown')];
  await join(listed, other);
  const submissionId = await submitCheck(server, other, 1);
  expect(await approve(submissionId)).toBe('identity.match_undecided');
  // The match belongs to the account with the listed name.
  expect(await rowsOf('select state from name_hits where user_id = $1', [listed.id])).toEqual([{ state: 'open' }]);
  await owner.query('delete from merged_accounts');
  expect(await approve(submissionId)).toBe('approved');
});

test('an undecided link on one joined account holds approval of the other', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  await join(one, other);
  const submissionId = await submitCheck(server, other, 1);
  await insertAccountLink(server, one.id);
  expect(await approve(submissionId)).toBe('identity.link_undecided');
});

test('a PEP declaration on one joined account counts for all of them', async () => {
  const [minister, other] = [await newCustomer(server), await newCustomer(server)];
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status, decided_at, created_at)
     select $1, tier, 'approved', now(), now() - interval '1 day' from generate_series(1, 2) tier`,
    [minister.id],
  );
  const declared = { declaration: { ...declaration, pep: true, pepDetails: 'A minister' } };
  const form = await enhancedForm(server, minister.id, declared);
  expect((await call('identity/submitEnhanced', form, minister.cookie)).status).toBe(200);
  // Uses daytime, because night orders get extra risk points.
  server.setTime(new Date(`${addDays(jamaicaDay(new Date()), 1)}T17:00:00Z`));
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
