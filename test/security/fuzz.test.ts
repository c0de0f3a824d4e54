import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { OrpcSerializer } from '../../src/platform/http/orpc-internals.ts';
import { refusals } from '../../tools/documents/catalogue.ts';
import { bitcoinAddress } from '../orders.ts';
import { shippedRuleSet } from '../shipped-rules.ts';
import { insertPendingSubmission } from '../submissions.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createScene } from './actors.ts';
import { commands } from './commands.ts';
import { createSuspicionInputs } from './matrix-compliance.ts';
import { generateInputs, hostile, hostileTexts, mutateInputs, type Schema, type ValidValues } from './schema-inputs.ts';

const server = await serverWithoutFaults();
const scene = await createScene(server);
const { app, faults, owner } = server;

/** Fixed seed, so that runs are equal. `FUZZ_SEED` and `FUZZ_RUNS` try other inputs. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
const runs = Number(process.env['FUZZ_RUNS'] ?? 6);
/** Share of the runs by sender. Most commands refuse a visitor before they read the input. */
const senders = [
  ['visitor', 1 / 3],
  ['owner', 1],
  ['admin', 1],
] as const;

const orderId = await scene.order({ payIn: 'claimed' });
const suspicions = createSuspicionInputs(server, scene);
const suspicion = {
  alertId: await suspicions.insertUserAlert('owner'),
  caseId: await suspicions.insertCase('owner'),
  reportId: await suspicions.insertReportDraft('owner'),
};
const validValues: ValidValues = {
  orderId: [orderId, await scene.order(), randomUUID()],
  quoteId: [randomUUID()],
  proposalId: [randomUUID()],
  key: [randomUUID(), 'fee'],
  id: [randomUUID()],
  before: [orderId],
  who: ['', 'admin@demo.test', '%', 'Adrian', randomUUID()],
  subject: ['', orderId, 'K7M4-9QX', 'tier2@demo.test', scene.ids.owner],
  action: ['', 'trading.', 'trading.order_placed', 'nonsense'],
  why: ['Starts on Monday'],
  proofFile: [scene.proof, randomUUID()],
  sourceOfFundsFile: [scene.proof],
  sourceOfFunds: ['savings', 'nonsense'],
  email: ['fuzz@demo.test', 'tier2@demo.test'],
  password: ['Canary-Pass-2026!', 'password', 'x'.repeat(256)],
  token: ['x'.repeat(24), 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6InRpZXIyQGRlbW8udGVzdCJ9.'],
  firstName: ['Ina', 'Jo-Ann'],
  lastName: ['Brown'],
  phoneNumber: ['+18765550100'],
  dateOfBirth: ['1990-04-12', '2025-01-01', '0001-01-01'],
  occupation: ['Teacher'],
  amount: ['1', '3000', '0.001', '20000', '999999999999999.99', '123456789012345.123456789012345678'],
  walletAddress: [bitcoinAddress, `bitcoin:${bitcoinAddress}?amount=1`],
  senderWalletAddress: [bitcoinAddress],
  destinationTag: ['', '0', '4294967295', '4294967296', '18446744073709551616'],
  bankName: ['National Commercial Bank'],
  accountNumber: ['123-456-789'],
  accountHolderName: ['Tamara Grant'],
  reference: ['BANK-0001', 'a'.repeat(64)],
  reasonCode: ['duplicate', 'unusual_pattern', 'our_mistake', 'nonsense'],
  note: ['', 'A note'],
  search: ['', '%', '_\\', 'Grant', '\\'],
  submissionId: [await insertPendingSubmission(server, scene.ids.owner), randomUUID()],
  userId: [scene.ids.owner, scene.ids.staffOwner, randomUUID()],
  file: [scene.proof, randomUUID()],
  fullName: ['Ina Brown', 'Brown, José-Ann'],
  phone: ['876-555-1234', '+44 20 7946 0958', '5551234'],
  address: ['1 Hope Road\nKingston 6'],
  idNumber: ['A1234567', '123456789'],
  trn: ['123-456-789', '023456789'],
  employerName: ['Half Way Tree Primary'],
  jobTitle: ['Teacher'],
  monthlyIncome: ['0', '185,000.50', '999999999999999.99'],
  occupationDetails: ['', 'Sells fish'],
  pepDetails: ['', 'A minister'],
  jurisdictionDetails: ['', 'Family in Myanmar'],
  alertId: [suspicion.alertId, randomUUID()],
  caseId: [suspicion.caseId, randomUUID()],
  reportId: [suspicion.reportId, randomUUID()],
  to: [scene.ids.staffOwner, scene.ids.owner],
  until: ['2026-12-24', '2020-02-30', '9999-12-31'],
  suspicionFormedOn: ['2026-11-20', '2026-02-31'],
  nextReviewOn: ['2026-12-24'],
  filedOn: ['2026-11-20'],
  fidReference: ['FID-2026-1'],
  rule: ['night', 'wallet_blocked'],
  narrative: ['The customer sent coins on to a wallet of a listed person within minutes, three times.'],
  ruleSet: [shippedRuleSet, { ...shippedRuleSet, blockAt: 50 }],
  hitId: [randomUUID()],
  fileName: ['own.csv', ''],
  publishedOn: ['2026-11-21', '0000-00-00', '9999-12-31'],
  csv: ['ref,name\n1,Ann Other', 'ref,name,births\n1,"Ann\n', '\u{feff}ref;name', 'ref,name\n1,\u0301\n2,\u202e'],
  revision: [0, 1],
  value: [{ basisPoints: 700 }, { buy: '175', sell: '150', market: null }, null],
};

const procedures = commands.map(({ path, input }) => [path, input as Schema | undefined] as const);
/** Commands that hash a password, which is slow, run less often. */
const slowCommands: readonly string[] = ['accounts/signUp', 'accounts/signIn', 'accounts/resetPassword'];

const serializer = new OrpcSerializer();
const serializeInput = (input: unknown): string => {
  const [json, meta] = serializer.serialize(input);
  return JSON.stringify({ json, meta });
};

type TestAnswer = { status: number; body: string; type: string };

async function send(path: string, payload: string, cookie: string | undefined): Promise<TestAnswer> {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
  const answer = await app.inject({ method: 'POST', url: `/api/rpc/${path}`, headers, payload });
  return { status: answer.statusCode, body: answer.body, type: String(answer.headers['content-type']) };
}

function findAnswerFault({ status, body, type }: TestAnswer): string | null {
  if (!type.startsWith('application/json')) return `not JSON: ${type}`;
  if (status === 413) return null;
  const answer = JSON.parse(body) as { code?: string; json?: { code?: string; data?: { issues?: unknown[] } } };
  if (status < 300) return null;
  const { code = answer.code ?? '', data } = answer.json ?? {};
  if (code === 'BAD_REQUEST') return status === 400 && (data === undefined || data.issues) ? null : `odd ${status}`;
  if (!Object.hasOwn(refusals, code)) return `unknown code ${code} with ${status}`;
  if (code === 'general.fault' || code === 'general.unavailable') return `a fault: ${code}`;
  return status >= 500 && status !== 503 ? `status ${status}` : null;
}

beforeEach(async () => {
  faults.splice(0);
  await owner.query('truncate rate_limits');
});

test.each(procedures)('%s answers any input with an intended refusal', async (path, schema) => {
  const validInputs = schema ? generateInputs(schema, validValues) : hostile;
  const inputs = fc.oneof({ weight: 2, arbitrary: validInputs }, { weight: 5, arbitrary: mutateInputs(validInputs) });
  for (const [sender, share] of senders) {
    const cookie = scene.cookies[sender];
    const numRuns = Math.ceil(runs * (slowCommands.includes(path) ? 1 / 3 : share));
    const property = fc.asyncProperty(inputs, async (input) => {
      const answer = await send(path, serializeInput(input), cookie);
      const fault = findAnswerFault(answer);
      if (fault) throw new Error(`${fault}: ${answer.body.slice(0, 300)} ${JSON.stringify(faults.at(-1))}`);
    });
    if (path === 'accounts/signOut' && sender !== 'visitor') continue;
    await fc.assert(property, { seed, numRuns, endOnFailure: true });
  }
});

test.each(procedures.filter(([path, schema]) => schema && !slowCommands.includes(path)))(
  '%s treats hostile text as text only',
  async (path, schema) => {
    if (!schema) return;
    const [base] = fc.sample(generateInputs(schema, validValues), { seed, numRuns: 1 });
    if (typeof base !== 'object' || base === null) return;
    const fault: string[] = [];
    for (const name of Object.keys(base)) {
      const requests = hostileTexts.map(async (text) => {
        const answerFault = findAnswerFault(
          await send(path, serializeInput({ ...base, [name]: text }), scene.cookies.admin),
        );
        if (answerFault) fault.push(`${name}=${JSON.stringify(text).slice(0, 40)}: ${answerFault}`);
      });
      await Promise.all(requests);
    }
    expect(fault).toEqual([]);
  },
);
