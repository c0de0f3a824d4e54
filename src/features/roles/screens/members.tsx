import { Button } from '../../../ui/button.tsx';
import { formatDay } from '../../../ui/format.ts';
import { roleLabels } from '../role.ts';
import type { Member } from './data.ts';
import type { RoleRequest } from './propose-dialog.tsx';

type MemberProps = { member: Member; isOwn: boolean; mayPropose: boolean; onAsk: (request: RoleRequest) => void };

const MemberRow = ({ member, isOwn, mayPropose, onAsk }: MemberProps) => (
  <li className="member">
    <p>
      <b>{member.name}</b> {isOwn && <span className="ink-3">(you)</span>}{' '}
      <span className="ink-2 wrap-any">{member.email}</span>
    </p>
    <ul>
      {member.roles.map(({ role, since, grantedBy }) => (
        <li key={role}>
          <span className="name">{roleLabels[role][0]}</span>
          <span className="ink-2 num">
            since {formatDay(since, { year: true })}
            {grantedBy ? `, proposed by ${grantedBy}` : ', assigned at setup'}
          </span>
          {mayPropose && !isOwn && (
            <Button
              variant="bare"
              size="small"
              label={`Remove the role ${roleLabels[role][0]} from ${member.name}`}
              onClick={() => onAsk({ act: 'revoke', email: member.email, name: member.name, role })}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  </li>
);

type MembersProps = Omit<MemberProps, 'member' | 'isOwn'> & { staff: readonly Member[]; personId: string };

export const Members = ({ staff, personId, ...rest }: MembersProps) => (
  <ul className="members">
    {staff.map((member) => (
      <MemberRow key={member.userId} member={member} isOwn={member.userId === personId} {...rest} />
    ))}
  </ul>
);
