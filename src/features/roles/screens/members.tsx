import { Button } from '../../../ui/button.tsx';
import { dayText } from '../../../ui/format.ts';
import { roleWords } from '../role.ts';
import type { Member } from './data.ts';
import type { Asking } from './propose-dialog.tsx';

type MemberProps = { member: Member; mine: boolean; mayPropose: boolean; onAsk: (asking: Asking) => void };

/** One person, with each role, since when and from whom. */
const MemberRow = ({ member, mine, mayPropose, onAsk }: MemberProps) => (
  <li className="member">
    <p>
      <b>{member.name}</b> {mine && <span className="ink-3">(you)</span>}{' '}
      <span className="ink-2 wrap-any">{member.email}</span>
    </p>
    <ul>
      {member.roles.map(({ role, since, grantedBy }) => (
        <li key={role}>
          <span className="name">{roleWords[role][0]}</span>
          <span className="ink-2 num">
            since {dayText(since, { year: true })}
            {grantedBy ? `, asked for by ${grantedBy}` : ', from the beginning'}
          </span>
          {mayPropose && !mine && (
            <Button
              look="bare"
              size="small"
              label={`Take away the role ${roleWords[role][0]} from ${member.name}`}
              onClick={() => onAsk({ act: 'revoke', email: member.email, name: member.name, role })}
            >
              Take away
            </Button>
          )}
        </li>
      ))}
    </ul>
  </li>
);

type MembersProps = Omit<MemberProps, 'member' | 'mine'> & { staff: readonly Member[]; personId: string };

/** Everybody who holds a role. */
export const Members = ({ staff, personId, ...rest }: MembersProps) => (
  <ul className="members">
    {staff.map((member) => (
      <MemberRow key={member.userId} member={member} mine={member.userId === personId} {...rest} />
    ))}
  </ul>
);
