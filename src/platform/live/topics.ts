import { type BackOfficeRole, backOfficeRoles, complianceRoles, roleAllows } from '../../kernel/permissions.ts';

/** Allowed receivers of a topic: its name alone may reveal a suspicion. `self` is the person it concerns. */
type Audience = 'everybody' | 'self' | readonly BackOfficeRole[];

export const audiences = {
  prices: 'everybody',
  documents: 'self',
  help: 'self',
  identity: 'self',
  launches: 'self',
  learning: 'self',
  location: 'self',
  notices: 'self',
  payments: 'self',
  standing: 'self',
  trading: 'self',
  desk: backOfficeRoles,
  'identity-desk': backOfficeRoles,
  'help-desk': backOfficeRoles,
  'launches-desk': ['admin', 'compliance', 'support'],
  staff: backOfficeRoles,
  compliance: complianceRoles,
} as const satisfies Record<string, Audience>;

export type Topic = keyof typeof audiences;

const isTopic = (topic: string): topic is Topic => Object.hasOwn(audiences, topic);

export type TopicListener = { readonly id: string; readonly roles: readonly string[] } | null;

/** `subjectId` is the person that the topic concerns. */
export function canReceive(listener: TopicListener, topic: string, subjectId: string | undefined): boolean {
  if (!isTopic(topic)) return false;
  const audience: Audience = audiences[topic];
  if (audience === 'everybody') return true;
  if (!listener) return false;
  if (audience === 'self') return listener.id === subjectId;
  return roleAllows({ roles: audience }, listener.roles);
}
