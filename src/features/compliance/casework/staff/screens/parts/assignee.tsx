type AssigneeProps = { assignee: { readonly id: string; readonly name: string } | null; me: string };

export const Assignee = ({ assignee, me }: AssigneeProps) =>
  assignee && (assignee.id === me ? <b className="ink">You</b> : assignee.name);
