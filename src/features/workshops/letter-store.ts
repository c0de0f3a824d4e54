import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Mode, PlaceStatus } from './session.ts';

/** A place as a letter tells of it. */
export type LetterPlace = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly title: string;
  readonly mode: Mode;
  readonly status: PlaceStatus;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly place: string;
  readonly offeredUntil: Date | null;
};

/** A place, and whose it is; null when there is none. */
export async function placeOfLetter(tx: Db, id: string): Promise<LetterPlace | null> {
  const { rows } = await sql<LetterPlace>`
    select r.id, p.display_name "name", p.email, s.title, r.registration_mode "mode", r.status, s.start_at "startAt",
        s.end_at "endAt", s.place, r.offered_until "offeredUntil"
      from workshop_registrations r join workshop_sessions s on s.id = r.session_id join profiles p on p.id = r.user_id
     where r.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}
