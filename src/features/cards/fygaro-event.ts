import { z } from 'zod';
import { isSigned } from '../../platform/signed.ts';
import { type ArrivedHook, beside, type EventCheck, headerOf, readCardAmount, readJson } from './event.ts';

/** What Fygaro's hook holds of what we need. It comes for charges alone; amounts were seen as texts and as numbers. */
const FygaroHook = z.object({
  transactionId: z.string().min(1).max(120),
  customReference: z.string().min(1).max(120),
  amount: z.union([z.string(), z.number()]).transform(String),
  currency: z.string(),
  createdAt: beside(60),
  client: z
    .object({ name: beside(200) })
    .nullish()
    .catch(null),
});

/** When they say that it was; when it came, where that is no moment. */
function momentOf(text: string | null | undefined, now: Date): Date {
  const read = new Date(text ?? '');
  return Number.isNaN(read.getTime()) ? now : read;
}

export const fygaroSignature = 'fygaro-signature';

/** Checks a hook of Fygaro: HMAC-SHA256 over moment and bytes, within 300 seconds, by any secret that counts. */
export function readFygaroHook(arrived: ArrivedHook, secrets: readonly string[]): EventCheck {
  const { body, now } = arrived;
  if (!isSigned({ header: headerOf(arrived, fygaroSignature), body, secrets, now }))
    return { ok: false, fault: 'forged' };
  const read = FygaroHook.safeParse(readJson(body));
  const amount = read.success ? readCardAmount(read.data.amount, read.data.currency) : null;
  if (!read.success || !amount) return { ok: false, fault: 'unreadable' };
  const { transactionId, customReference, createdAt, client } = read.data;
  return {
    ok: true,
    event: {
      ...{ provider: 'fygaro', eventId: transactionId, outcome: 'approved', transactionId, amount },
      ...{ reference: customReference, nameOnCard: client?.name ?? null, card: null },
      happenedAt: momentOf(createdAt, now),
    },
  };
}
