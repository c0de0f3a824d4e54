import { audit } from '../../platform/audit.ts';
import { freshly } from '../../platform/procedure.ts';
import { locationRecord } from '../location/kept-location.ts';
import { ownRecord } from './close-store.ts';
import { factorsOf } from './factor-store.ts';
import { passkeysOf } from './passkey-store.ts';
import { sessionsOf } from './session-store.ts';
import { shownSession } from './sessions.ts';

/** One's own record, to take away: what we hold, without secrets. The browser saves it as a file. */
export const exportData = freshly(10).handler(async ({ context: { services, tx, person, request } }) => {
  const { authDb } = services;
  const { app, codes } = await factorsOf(authDb, person.id);
  const passkeys = await passkeysOf(authDb, person.id);
  const sessions = await sessionsOf(authDb, person.id);
  const record = { action: 'accounts.exported', subjectType: 'account', subjectId: person.id };
  await audit(tx, { actorId: person.id, actorRole: 'customer', ...record, requestId: request.id });
  return {
    madeAt: services.clock(),
    account: { id: person.id, email: person.email, name: person.name },
    ...(await ownRecord(tx, person.id)),
    sessions: sessions.map(shownSession),
    location: await locationRecord(tx, person.id),
    secondStep: {
      authenticatorApp: app,
      recoveryCodesLeft: codes,
      passkeys: passkeys.map(({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt })),
    },
  };
});
