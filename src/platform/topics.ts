import { complianceRoles, type DeskRole, deskRoles, isFor } from '../kernel/acts.ts';

/**
 * What can change, and who hears of it: that something happened at all would tell a customer of a suspicion, or anybody
 * of our work. As with commands, nobody hears what this table does not give them. `self` is the person whom the news is
 * about, `everybody` anonymous browsers too; the others are staff of these roles.
 */
type Audience = 'everybody' | 'self' | readonly DeskRole[];

export const audiences = {
  prices: 'everybody',
  documents: 'self',
  identity: 'self',
  launches: 'self',
  learning: 'self',
  location: 'self',
  notices: 'self',
  payments: 'self',
  standing: 'self',
  trading: 'self',
  desk: deskRoles,
  'identity-desk': deskRoles,
  'launches-desk': ['admin', 'compliance', 'support'],
  staff: deskRoles,
  compliance: complianceRoles,
} as const satisfies Record<string, Audience>;

export type Topic = keyof typeof audiences;

const isTopic = (topic: string): topic is Topic => Object.hasOwn(audiences, topic);

/** Who listens, as far as known; null for a visitor. */
export type Somebody = { readonly id: string; readonly roles: readonly string[] } | null;

/** Whether somebody hears of a topic; `person` is whom the news is about, where it is somebody's. */
export function hears(listener: Somebody, topic: string, person: string | undefined): boolean {
  if (!isTopic(topic)) return false;
  const audience: Audience = audiences[topic];
  if (audience === 'everybody') return true;
  if (!listener) return false;
  if (audience === 'self') return listener.id === person;
  return isFor({ roles: audience }, listener.roles);
}
