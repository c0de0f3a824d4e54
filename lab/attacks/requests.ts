import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Permission } from '../../src/kernel/permissions.ts';
import { bitcoinAddress } from '../../test/orders.ts';
import { type Actor, createSession, getDemoName, type Scene } from '../../test/security/actors.ts';
import { commands } from '../../test/security/commands.ts';
import { buildIncomingRows } from '../../test/security/matrix-bank-lines.ts';
import { buildComplianceRows, buildReportRows } from '../../test/security/matrix-compliance.ts';
import { buildIdentityRows } from '../../test/security/matrix-identity.ts';
import { buildMoneyRows } from '../../test/security/matrix-money.ts';
import { buildNewsRows } from '../../test/security/matrix-news.ts';
import { buildRiskRows } from '../../test/security/matrix-risk.ts';
import { buildScreeningRows } from '../../test/security/matrix-screening.ts';
import { buildSystemRows } from '../../test/security/matrix-system.ts';
import { generateInputs, type Schema, type ValidValues } from '../../test/security/schema-inputs.ts';
import type { TestServer } from '../../test/worker.ts';
import { markLeaves } from './mark-parameters.ts';

export type PreparedRequest = {
  readonly path: string;
  readonly actor: Actor;
  readonly cookie: string;
  readonly input: unknown;
  readonly status: number;
};

/** An actor with the permission, so that the command reads its input instead of refusing the actor. */
function pickActor(permission: Permission | undefined): Actor {
  if (!permission || permission.owner) return 'owner';
  const [first = 'admin'] = permission.roles;
  return (permission.roles.some((role) => role === 'admin') ? 'admin' : first) as Actor;
}

type InputFactory = (actor: Actor) => Promise<unknown>;

const collectMatrixInputs = (
  server: TestServer,
  scene: Scene,
): Readonly<Record<string, { readonly input?: InputFactory } | object>> => ({
  ...buildComplianceRows(server, scene),
  ...buildReportRows(server, scene),
  ...buildRiskRows(server, scene),
  ...buildScreeningRows(server, scene),
  ...buildMoneyRows(server, scene),
  ...buildIncomingRows(server, scene),
  ...buildIdentityRows(server, scene),
  ...buildNewsRows(server, scene),
  ...buildSystemRows(server),
});

const buildSampleInputs = async (scene: Scene): Promise<ValidValues> => ({
  orderId: [await scene.order({ payIn: 'claimed' }), await scene.order()],
  ...{ key: [randomUUID()], id: [randomUUID()], quoteId: [randomUUID()], proposalId: [randomUUID()] },
  ...{ fileId: [scene.proof], file: [scene.proof], proofFile: [scene.proof], sourceOfFundsFile: [null] },
  ...{ userId: [scene.ids.preparer], email: ['unknown@matrix.test'], password: ['Canary-Pass-2026!'] },
  ...{ currentPassword: ['Canary-Pass-2026!'], newPassword: ['Canary-Pass-2027!'], token: ['x'.repeat(24)] },
  ...{ symbol: ['BTC'], currency: ['JMD'], network: ['bitcoin'], amount: ['3000', '0.001'], range: ['24h'] },
  ...{ walletAddress: [bitcoinAddress], senderWalletAddress: [bitcoinAddress], destinationTag: [''] },
  ...{
    reasonCode: ['duplicate', 'unusual_pattern', 'our_mistake', 'amount_wrong'],
    note: ['A note'],
    code: ['000000'],
  },
  ...{ firstName: ['Ina'], lastName: ['Brown'], phoneNumber: ['+18765550100'], dateOfBirth: ['1990-04-12'] },
  ...{ occupation: ['Teacher'], bankName: ['A bank'], accountNumber: ['123456789'], name: ['Laptop'] },
  ...{
    accountHolderName: ['Tamara Grant'],
    reference: ['BANK-0001'],
    evidence: ['The line shows it.'],
    why: ['So it is'],
  },
  ...{ avatarUrl: ['https://example.com/me.png'], countryOfResidence: ['JM'], nationality: ['JM'], search: ['Grant'] },
});

/** Ranks how far a request got: success above business errors, which come after validation, above invalid input. */
const rankStatus = (status: number): number =>
  status < 300 ? 3 : [404, 409, 422].includes(status) ? 2 : status === 400 ? 0 : 1;

const countLeaves = (input: unknown): number => markLeaves({ json: input }).parameters.length;

/** Removes effects of earlier commands that would block the next one. */
const clearEffects = `delete from account_freezes; truncate rate_limits`;

export async function* generateRequests(
  server: TestServer,
  scene: Scene,
  wanted: (path: string) => boolean,
): AsyncGenerator<PreparedRequest> {
  const inputs = collectMatrixInputs(server, scene);
  const sound = await buildSampleInputs(scene);
  for (const { path, act: permission, input: schema } of commands.filter((command) => wanted(command.path))) {
    const actor = pickActor(permission);
    const name = getDemoName(actor);
    const sendInput = async (input: unknown): Promise<PreparedRequest> => {
      const cookie = await createSession(server, name);
      await server.owner.query(clearEffects);
      const { status } = await server.call(path, input, cookie);
      return { path, actor, input, status, cookie: await createSession(server, name) };
    };
    if (!schema) continue;
    await server.owner.query(clearEffects);
    const { input: factory } = (inputs[path] ?? {}) as { input?: InputFactory };
    const knownInput = factory && (await factory(actor).catch(() => undefined));
    if (knownInput !== undefined && countLeaves(knownInput) > 0) {
      yield sendInput(knownInput);
      continue;
    }
    const tried: PreparedRequest[] = [];
    for (const input of fc.sample(generateInputs(schema as Schema, sound), { seed: 20_261_127, numRuns: 24 })) {
      const result = await sendInput(input);
      tried.push(result);
      if (rankStatus(result.status) === 3 && countLeaves(input) > 1) break;
    }
    const [best] = tried.toSorted(
      (a, b) => rankStatus(b.status) - rankStatus(a.status) || countLeaves(b.input) - countLeaves(a.input),
    );
    if (best) yield best;
  }
}
