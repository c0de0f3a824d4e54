import { expect, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import {
  approveAs,
  declaration,
  enhancedForm,
  insertDocument,
  newCustomer,
  type Outcome,
} from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';

/** Risk scores before and after the approval of a declaration (decision E5). */
const server = await serverWithoutFaults();
const { call, owner } = server;

const yes = { pep: true, pepDetails: 'A minister', highRiskJurisdiction: true, jurisdictionDetails: 'Family there' };
const worst = { pep: true, jurisdiction: true, diligence: true, risk: 'critical' };

async function scene() {
  const ina = await newCustomer(server);
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status, decided_at, created_at)
     select $1, tier, 'approved', now(), now() - interval '1 day' from generate_series(1, 2) tier`,
    [ina.id],
  );
  const declare = async (change: object, only = false) => {
    const form = await enhancedForm(server, ina.id, { declaration: { ...declaration, ...change } });
    const file = await insertDocument(server, {
      userId: ina.id,
      submissionId: form.id,
      purpose: 'enhanced-jurisdiction',
    });
    const bare = { source_of_funds_proof: null, income_proof: null, wallets: null };
    const more = only ? bare : { jurisdiction_proof: { file } };
    const answer: Outcome = await call('identity/submitEnhanced', { ...form, ...more }, ina.cookie);
    expect([answer.status, answer.body]).toMatchObject([200, {}]);
    return form.id;
  };
  const counted = async () => {
    const { rows } = await owner.query(
      `select pep_status pep, high_risk_jurisdiction jurisdiction, enhanced_due_diligence_required diligence,
              edd_triggers triggers, risk_classification risk
         from enhanced_kyc_data join profiles on id = user_id where user_id = $1`,
      [ina.id],
    );
    return rows[0];
  };
  const inputs = async (amount: string) => {
    // Uses daytime, because night orders get extra risk points.
    server.setTime(new Date(`${addDays(jamaicaDay(new Date()), 1)}T17:00:00Z`));
    await server.app.inject({ method: 'POST', url: '/api/rpc/prices/refresh', payload: {} });
    expect((await buy(server, ina.cookie, { amount })).status).toBe(200);
    const { rows } = await owner.query(
      'select inputs from risk_assessments where user_id = $1 order by id desc limit 1',
      [ina.id],
    );
    return rows[0]?.inputs;
  };
  return { ina, declare, counted, inputs };
}

test('a milder declaration lowers the risk only after two approvals', async () => {
  const { declare, counted } = await scene();
  await declare(yes);
  expect(await counted()).toMatchObject(worst);
  const washed = await declare({});
  expect(await counted()).toMatchObject({ ...worst, triggers: ['pep', 'high_risk_jurisdiction'] });
  const staff = [await server.signIn('compliance'), await server.signIn('admin')] as const;
  const items = [{ item: 'declaration', reasonCode: 'incomplete' }];
  expect((await call('identity/reject', { submissionId: washed, items }, staff[0])).status).toBe(200);
  expect(await counted()).toMatchObject(worst);
  await approveAs(server, await declare({}, true), ...staff);
  expect(await counted()).toEqual({ pep: false, jurisdiction: false, diligence: false, triggers: [], risk: 'medium' });
});

test('an order is scored by the first declaration and the lowest income despite later declarations', async () => {
  const { declare, inputs } = await scene();
  await declare({ highRiskJurisdiction: true, jurisdictionDetails: 'Family there', monthlyIncome: '900000' });
  await declare({ monthlyIncome: '250000' });
  await declare({ monthlyIncome: '800000' });
  expect(await inputs('9000')).toMatchObject({
    highRiskJurisdiction: true,
    dueDiligence: true,
    monthlyIncome: '250000.00',
  });
});
