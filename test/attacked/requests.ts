import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Act } from '../../src/kernel/acts.ts';
import { bitcoinAddress } from '../orders.ts';
import { type Actor, nameOf, type Scene, sessionFor } from '../security/actors.ts';
import { commands } from '../security/commands.ts';
import { inputsFor, type Schema, type Sound } from '../security/from-schema.ts';
import { moneyInLines } from '../security/matrix-bank-lines.ts';
import { complianceLines, reportLines } from '../security/matrix-compliance.ts';
import { identityLines } from '../security/matrix-identity.ts';
import { letterLines } from '../security/matrix-letters.ts';
import { moneyLines } from '../security/matrix-money.ts';
import { riskLines } from '../security/matrix-risk.ts';
import { screeningLines } from '../security/matrix-screening.ts';
import { houseLines } from '../security/matrix-system.ts';
import type { TestServer } from '../worker.ts';
import { markLeaves } from './parameters.ts';

/** A command as one who may give it gives it; `status` is what the product answered to that. */
export type Asked = {
  readonly path: string;
  readonly actor: Actor;
  readonly cookie: string;
  readonly input: unknown;
  readonly status: number;
};

/** Whoever may do most with a command: what refuses at once who asks never reads what they ask. */
function giver(act: Act | undefined): Actor {
  if (!act || act.owner) return 'owner';
  const [first = 'admin'] = act.roles;
  return (act.roles.some((role) => role === 'admin') ? 'admin' : first) as Actor;
}

type Given = (actor: Actor) => Promise<unknown>;

/** The inputs that the authorisation matrix is accepted with, as far as they stand in files of their own. */
const linesOn = (server: TestServer, scene: Scene): Readonly<Record<string, { readonly input?: Given } | object>> => ({
  ...complianceLines(server, scene),
  ...reportLines(server, scene),
  ...riskLines(server, scene),
  ...screeningLines(server, scene),
  ...moneyLines(server, scene),
  ...moneyInLines(server, scene),
  ...identityLines(server, scene),
  ...letterLines(server, scene),
  ...houseLines(server),
});

const soundOn = async (scene: Scene): Promise<Sound> => ({
  orderId: [await scene.order({ payIn: 'claimed' }), await scene.order()],
  ...{ key: [randomUUID()], id: [randomUUID()], quoteId: [randomUUID()], proposalId: [randomUUID()] },
  ...{ fileId: [scene.proof], file: [scene.proof], proofFile: [scene.proof], sourceOfFundsFile: [null] },
  ...{ userId: [scene.ids.preparer], email: ['somebody@matrix.test'], password: ['Canary-Pass-2026!'] },
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

/** An answer of the business comes from behind the schema; what it did is worth more than that it refused. */
const worth = (status: number): number =>
  status < 300 ? 3 : [404, 409, 422].includes(status) ? 2 : status === 400 ? 0 : 1;

/** How many parameters it has: a list is found with nothing asked as well, and then nothing of it would be tried. */
const leavesOf = (input: unknown): number => markLeaves({ json: input }).parameters.length;

/** What acts of the commands before would leave in the way of the next one. */
const clear = `delete from account_freezes; truncate rate_limits`;

/** Each command of the product with the best input that is known for it, ready to be given again and again. */
export async function* requestsOn(
  server: TestServer,
  scene: Scene,
  wanted: (path: string) => boolean,
): AsyncGenerator<Asked> {
  const lines = linesOn(server, scene);
  const sound = await soundOn(scene);
  for (const { path, act, input: schema } of commands.filter((command) => wanted(command.path))) {
    const actor = giver(act);
    const name = nameOf(actor);
    const ask = async (input: unknown): Promise<Asked> => {
      const cookie = await sessionFor(server, name);
      await server.owner.query(clear);
      const { status } = await server.call(path, input, cookie);
      return { path, actor, input, status, cookie: await sessionFor(server, name) };
    };
    if (!schema) continue;
    await server.owner.query(clear);
    const { input: given } = (lines[path] ?? {}) as { input?: Given };
    const known = given && (await given(actor).catch(() => undefined));
    if (known !== undefined && leavesOf(known) > 0) {
      yield ask(known);
      continue;
    }
    const tried: Asked[] = [];
    for (const input of fc.sample(inputsFor(schema as Schema, sound), { seed: 20_261_127, numRuns: 24 })) {
      const asked = await ask(input);
      tried.push(asked);
      if (worth(asked.status) === 3 && leavesOf(input) > 1) break;
    }
    const [best] = tried.toSorted((a, b) => worth(b.status) - worth(a.status) || leavesOf(b.input) - leavesOf(a.input));
    if (best) yield best;
  }
}
